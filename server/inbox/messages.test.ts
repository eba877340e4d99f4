import { beforeAll, expect, test } from 'vitest';
import { applicationStatuses } from '#contract/application-rules.ts';
import { notificationCalls } from '#contract/notification.ts';
import { reviewCalls as calls } from '#contract/review.ts';
import { messageRecipientsMax } from '#contract/review-rules.ts';
import type { Actor } from '../http/actor.ts';
import {
  anApplication,
  createApplicants,
  createReceivedApplications,
  type ReceivedRow,
  sortReceived,
} from '../testing/receivedApplications.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld({ smtpUrl: 'smtp://127.0.0.1:1' });
type Organizer = Awaited<ReturnType<typeof anOrganizer>>;
let owner: Organizer;
let other: Organizer;
let rows: ReceivedRow[] = [];

beforeAll(async () => {
  owner = await anOrganizer(world, { name: 'Yoshlar markazi' });
  other = await anOrganizer(world);
  const applicants = await createApplicants(world);
  rows = await createReceivedApplications(world, owner, applicants);
  await createReceivedApplications(world, other, applicants);
});

const template = { subject: '{imkoniyat}: yangilik', text: 'Hurmatli {ism}, {tashkilot} yozmoqda. Holat: {holat}. {boshqa}' };
const ask = (actor: Actor, body: object, headers = {}) => world.ask(actor, calls.message, { body: { ...template, ...body }, headers });
const sent = () => world.db.selectFrom('notifications').selectAll().orderBy('id').execute();
const mailed = () => world.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const texts = (row: ReceivedRow) => [
  row.student_id,
  `${row.title}: yangilik`,
  `Hurmatli ${row.first_name}, Yoshlar markazi yozmoqda. Holat: ${applicationStatuses[row.status]}. {boshqa}`,
];

test('a dry run returns the recipients and an example, and sends nothing', async () => {
  const filter = { status: ['accepted', 'rejected'] };
  const found = sortReceived(rows.filter((row) => row.status === 'accepted' || row.status === 'rejected'));
  const [first] = found as [ReceivedRow];
  const { reply } = await ask(owner, { filter, dry_run: true });
  const name = first.blind ? `Nomzod ${first.id}` : `${first.first_name} ${first.last_name}`;
  expect(reply.recipients).toBe(found.length);
  expect(reply.example?.to).toBe(name);
  expect([await sent(), await mailed()]).toEqual([[], []]);
});

test('notifies each filtered applicant once, in the app and by mail, with filled placeholders, in few statements', async () => {
  const found = sortReceived(rows.filter((row) => row.status === 'accepted'));
  const before = world.statements();
  const { reply } = await ask(owner, { filter: { status: ['accepted'] } });
  expect(reply.recipients).toBe(found.length);
  expect(world.statements() - before).toBeLessThan(12);
  const byApplication = [...found].sort((a, b) => a.id - b.id);
  const notifications = (await sent()).sort((a, b) => Number(a.application_id) - Number(b.application_id));
  expect(notifications.map((one) => [one.user_id, one.title, one.text])).toEqual(byApplication.map(texts));
  expect(new Set(notifications.map((one) => `${one.kind} ${one.organization_id}`))).toEqual(new Set([`message ${owner.organization_id}`]));
  expect(notifications.map((one) => one.application_id)).toEqual(byApplication.map((row) => row.id));
  const mails = (await mailed()).map((one) => [one.user_id, one.email, one.subject].join(' '));
  expect(mails.sort()).toEqual(found.map((row) => `${row.student_id} ${row.email} ${row.title}: yangilik`).sort());
  const [first] = found as [ReceivedRow];
  const reading: Actor = { user_id: first.student_id, user_type: 'student', session_id: '' };
  const seen = (await world.ask(reading, notificationCalls.list)).reply.results;
  expect(seen.map((one) => one.text)).toContain(texts(first)[2]);
  const log = await world.db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
  expect([log.organization_id, log.actor_id, log.action, log.details]).toEqual([
    owner.organization_id,
    owner.user_id,
    'applicants_messaged',
    `${found.length} ta xabar: {imkoniyat}: yangilik`,
  ]);
});

test('sends equal texts to a student once, and nothing to deleted accounts or withdrawn applications unless filtered by that status', async () => {
  const organizer = await anOrganizer(world);
  const [one, two] = [await anOpportunity(world, organizer.organization_id), await anOpportunity(world, organizer.organization_id)];
  const student = await aStudent(world, { first_name: 'Ikki' });
  const ofOneStudent = [
    await anApplication(world, one, { student_id: student.user_id }),
    await anApplication(world, two, { student_id: student.user_id }),
  ];
  const withdrawn = await anApplication(world, one, { status: 'withdrawn' });
  const deleted = await anApplication(world, one);
  await world.db.updateTable('applications').set({ student_id: null, snapshot: null }).where('id', '=', deleted).execute();
  const foreign = (rows[0] as ReceivedRow).id;
  const count = async (body: object) =>
    (await ask(organizer, { dry_run: true, subject: 'Salom', text: '{ism}, salom', ...body })).reply.recipients;
  expect(await count({ filter: {} })).toBe(1);
  expect(await count({ filter: {}, text: '{imkoniyat}' })).toBe(2);
  expect(await count({ application_ids: [...ofOneStudent, ...ofOneStudent, withdrawn, deleted, foreign] })).toBe(1);
  expect(await count({ filter: { status: ['withdrawn'] } })).toBe(1);
  expect(await count({ filter: { status: ['accepted'] } })).toBe(0);
  expect((await ask(organizer, { filter: { status: ['accepted'] }, dry_run: true })).reply.example).toBeNull();
});

test('in a blind review the example has no name, the message itself has', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id, { blind_review: true });
  const student = await aStudent(world, { first_name: 'Kanareyka', last_name: 'Qushova' });
  const id = await anApplication(world, opportunity, { student_id: student.user_id, first_name: 'Kanareyka', last_name: 'Qushova' });
  const { body } = await ask(organizer, { application_ids: [id] });
  expect(body.example.to).toBe(`Nomzod ${id}`);
  expect(JSON.stringify(body)).not.toMatch(/kanareyka|qushova/i);
  const last = (await sent()).at(-1);
  expect([last?.user_id, last?.text.startsWith('Hurmatli Kanareyka,')]).toEqual([student.user_id, true]);
});

test('sends once per idempotency key', async () => {
  const organizer = await anOrganizer(world);
  await anApplication(world, await anOpportunity(world, organizer.organization_id));
  const before = (await sent()).length;
  const headers = { 'idempotency-key': 'bir-marta' };
  const first = await ask(organizer, { filter: {} }, headers);
  const second = await ask(organizer, { filter: {} }, headers);
  expect([first.status, second.body]).toEqual([200, first.body]);
  expect((await sent()).length - before).toBe(1);
});

test('refuses reviewers, students and others, and a message without recipients, without text or with too many recipients', async () => {
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const before = (await sent()).length;
  expect((await ask(reviewer, { filter: {} })).status).toBe(403);
  expect((await ask(await aStudent(world), { filter: {} })).status).toBe(403);
  expect((await ask(other, { application_ids: [(rows[0] as ReceivedRow).id] })).reply.recipients).toBe(0);
  for (const [body, field] of [
    [{}, 'application_ids'],
    [{ application_ids: [] }, 'application_ids'],
    [{ filter: {}, subject: ' ' }, 'subject'],
    [{ filter: {}, text: '' }, 'text'],
    [{ filter: { status: ['x'] } }, 'filter'],
  ] as const) {
    const { status, body: answer } = await ask(owner, body);
    expect([status, Object.keys(answer)]).toEqual([400, [field]]);
  }
  expect((await sent()).length).toBe(before);
  expect(messageRecipientsMax).toBe(5000);
});

test('the number of recipients does not reveal who a blind applicant is', async () => {
  const organizer = await anOrganizer(world);
  const [open, blind, other_blind] = [
    await anOpportunity(world, organizer.organization_id),
    await anOpportunity(world, organizer.organization_id, { blind_review: true }),
    await anOpportunity(world, organizer.organization_id, { blind_review: true }),
  ];
  const one = await aStudent(world);
  const another = await aStudent(world);
  const known = await anApplication(world, open, { student_id: one.user_id });
  const [same, stranger, elsewhere] = [
    await anApplication(world, blind, { student_id: one.user_id }),
    await anApplication(world, blind, { student_id: another.user_id }),
    await anApplication(world, other_blind, { student_id: one.user_id }),
  ];
  const count = async (application_ids: number[]) =>
    (await ask(organizer, { application_ids, subject: 'Yangilik', text: 'Salom', dry_run: true })).reply.recipients;
  expect([await count([known, same]), await count([known, stranger]), await count([same, elsewhere])]).toEqual([2, 2, 2]);
});
