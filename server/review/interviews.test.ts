import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { reviewCalls } from '#contract/review.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();

const aSetting = async () => {
  const owner = await anOrganizer(world, { name: 'Yoshlar, fan; markaz' });
  const opportunity = await anOpportunity(world, owner.organization_id, { title: 'Yozgi maktab' });
  const student = await aStudent(world);
  const { id } = (await world.ask(student, calls.apply, { body: { opportunity } })).reply;
  const move = (body: object) => world.ask(owner, calls.update, { params: { id }, body });
  const seen = async (actor: typeof student = owner) => (await world.ask(actor, calls.detail, { params: { id } })).reply.interview;
  return { owner, student, id, move, seen };
};
const open = (url: string) => world.app.inject({ method: 'GET', url });
const at = '2026-09-20T15:00:00+05:00';

test('stores time and place of an interview, which can be changed and are visible to both sides', async () => {
  const { owner, student, move, seen, id } = await aSetting();
  expect((await move({ interview_at: at })).body.code).toBe('invalid_operation');
  await move({ status: 'under_review' });
  expect(await seen()).toBeNull();
  for (const interview_at of ['ertaga', '2026-09-31T15:00:00+05:00', '2027-02-29T15:00:00Z'])
    expect((await move({ status: 'interview_scheduled', interview_at })).body).toEqual({
      interview_at: ['Sanani to‘g‘ri kiriting.'],
    });
  await move({ interview_at: at, interview_place: ' Amir Temur 1 ' });
  const first = {
    at: '2026-09-20T10:00:00Z',
    place: 'Amir Temur 1',
    calendar_url: expect.stringContaining(`/api/applications/${id}/calendar/?`),
  };
  expect([await seen(), await seen(student)]).toEqual([first, first]);
  expect((await move({ status: 'interview_scheduled' })).body.code).toBe('invalid_operation');
  await move({ interview_at: '2026-09-21T04:00:00Z' });
  expect(await seen()).toEqual({ ...first, at: '2026-09-21T04:00:00Z' });
  const { results } = (await world.ask(owner, calls.received)).reply;
  expect(results.map((one) => one.interview_at)).toEqual(['2026-09-21T04:00:00Z']);
  // Kept by a final decision, cleared by a return to review.
  await move({ status: 'accepted' });
  expect(await seen()).toEqual({ ...first, at: '2026-09-21T04:00:00Z' });
  await move({ status: 'under_review' });
  expect(await seen()).toBeNull();
  await move({ status: 'interview_scheduled' });
  expect(await seen()).toBeNull();
});

test('a student cannot change an interview; a withdrawal clears it', async () => {
  const { student, move, seen, id } = await aSetting();
  await move({ status: 'under_review' });
  await world.ask(student, calls.update, { params: { id }, body: { interview_at: at, interview_place: 'Uyda' } });
  await move({ status: 'interview_scheduled' });
  expect(await seen()).toBeNull();
  await move({ interview_at: at });
  await world.ask(student, calls.withdraw, { params: { id } });
  await world.ask(student, calls.reinstate, { params: { id } });
  await move({ status: 'under_review' });
  await move({ status: 'interview_scheduled' });
  expect(await seen(student)).toBeNull();
});

test('the calendar file has one hour in UTC, the place and a stable UID', async () => {
  const { move, seen, id } = await aSetting();
  await move({ status: 'under_review' });
  await move({ status: 'interview_scheduled', interview_at: at, interview_place: 'Amir Temur 1, 2-xona' });
  const url = (await seen())?.calendar_url as string;
  const { statusCode, headers, body } = await open(url);
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/calendar',
    'attachment; filename=suhbat.ics',
  ]);
  const lines = body.replace(/\r\n[ \t]/g, '').split('\r\n');
  expect(lines.filter((line) => /^(BEGIN|END|UID|SUMMARY|DESCRIPTION|LOCATION|DTSTART|DTEND|DURATION|METHOD)/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:application-${id}-interview@imkon.local`,
    'SUMMARY:Suhbat: Yozgi maktab',
    'DTSTART:20260920T100000Z',
    'DESCRIPTION:Yoshlar\\, fan\\; markaz. Imkoniyat: Yozgi maktab.',
    'LOCATION:Amir Temur 1\\, 2-xona',
    'DURATION:PT1H',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  await move({ interview_at: '2026-09-22T10:00:00Z' });
  const again = await open(url);
  const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
  expect(again.body).toContain('DTSTART:20260922T100000Z');
  expect(again.body).toContain(`UID:application-${id}-interview@imkon.local`);
  expect(sequence(again.body)).toBeGreaterThan(sequence(body));
});

test('a calendar opens with a valid link only, while there is an interview', async () => {
  const { move, seen, id } = await aSetting();
  const other = await aSetting();
  await move({ status: 'under_review' });
  await move({ status: 'interview_scheduled', interview_at: at });
  const url = (await seen())?.calendar_url as string;
  const codes = [];
  for (const address of [
    `/api/applications/${id}/calendar/`,
    url.replace(`/${id}/`, `/${other.id}/`),
    url.replace(/sig=./, 'sig=_'),
    url.replace(/until=\d/, 'until=9'),
  ])
    codes.push((await open(address)).json().code);
  expect(codes).toEqual(['link_expired', 'link_expired', 'link_expired', 'link_expired']);
  await move({ interview_at: null });
  expect((await open(url)).json().code).toBe('not_found');
  await move({ interview_at: at });
  expect((await open(url)).statusCode).toBe(200);
  await move({ status: 'rejected' });
  await move({ status: 'under_review' });
  expect((await open(url)).json().code).toBe('not_found');
  expect(reviewCalls.calendarFile.download).toBe('text/calendar');
});

test('empty interview fields plan no interview, but clear those of a planned one', async () => {
  const { owner, move } = await aSetting();
  await move({ status: 'under_review' });
  for (const nothing of [{ interview_at: null }, { interview_place: ' ' }, { interview_at: '', interview_place: null, reason: 'Izoh' }])
    expect((await move(nothing)).reply.status).toBe('under_review');
  expect((await world.ask(owner, reviewCalls.recentDecisions)).reply.map(({ to_status }) => to_status)).toEqual(['under_review']);
  await move({ interview_at: at, interview_place: 'Amir Temur 1' });
  expect((await move({ interview_place: null })).reply.interview).toMatchObject({ place: null });
  expect((await move({ interview_at: null })).reply).toMatchObject({ status: 'interview_scheduled', interview: null });
});
