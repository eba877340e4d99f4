import { expect, test } from 'vitest';
import { consentVersion } from '#contract/account-rules.ts';
import { applicationCalls as calls } from '#contract/application.ts';
import { answerMissing } from '#contract/application-rules.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld, aQuestion as questionOf } from '../testing/world.ts';

const world = aWorld();

const aQuestion = (opportunity_id: number, values: Record<string, unknown> = {}) =>
  questionOf(world, opportunity_id, { is_required: true, ...values });
const require = (opportunity_id: number, section: string, requirement_level = 'required', minimum_items: number | null = null) =>
  world.db.insertInto('profile_requirements').values({ opportunity_id, section, requirement_level, minimum_items, order: 1 }).execute();
const applyTo = async (opportunity: number, extra: object = {}) => {
  const student = await aStudent(world);
  return { student, answer: await world.ask(student, calls.apply, { body: { opportunity, ...extra } }) };
};

test('applying stores the row, its snapshot, the event and the consent, and increments the count', async () => {
  const organizer = await anOrganizer(world, { name: 'Yosh olimlar' });
  const opportunity = await anOpportunity(world, organizer.organization_id, {
    title: 'Yozgi maktab',
    result_announcement_date: '2026-11-11',
  });
  const other = await anOpportunity(world, organizer.organization_id);
  const question = await aQuestion(opportunity);
  const student = await aStudent(
    world,
    { email: 'aziza@example.uz', first_name: 'Aziza', last_name: 'Karimova' },
    { phone: '+998901234567', university: 'TATU', about_me: 'Men' },
  );
  const { status, reply } = await world.ask(student, calls.apply, { body: { opportunity, answers: { [question]: '  Chunki  ' } } });
  expect(status).toBe(201);
  const at = '2026-09-10T07:00:00Z';
  expect(reply).toEqual({
    id: reply.id,
    opportunity,
    title: 'Yozgi maktab',
    organization_name: 'Yosh olimlar',
    opportunity_type: 'grant',
    opportunity_status: 'published',
    application_deadline: '2026-10-01',
    result_announcement_date: '2026-11-11',
    status: 'pending',
    status_display: 'Kutilmoqda',
    reason: null,
    can_withdraw: true,
    can_reinstate: false,
    is_late: false,
    applied_at: at,
    updated_at: at,
  });
  const row = await world.db.selectFrom('applications').selectAll().where('id', '=', reply.id).executeTakeFirstOrThrow();
  expect(row.answers).toEqual({ [question]: 'Chunki' });
  expect(row.questions).toEqual([{ id: question, question: 'Nega aynan siz?', question_type: 'text' }]);
  expect(row.snapshot).toMatchObject({ first_name: 'Aziza', email: 'aziza@example.uz', phone: '+998901234567', bio: 'Men', education: [] });
  const events = await world.db.selectFrom('application_events').selectAll().where('application_id', '=', reply.id).execute();
  expect(events).toEqual([
    {
      id: events[0]?.id,
      application_id: reply.id,
      from_status: null,
      decision_id: null,
      was: null,
      to_status: 'pending',
      reason: null,
      actor_id: student.user_id,
      created_at: at,
    },
  ]);
  const consents = await world.db.selectFrom('consents').selectAll().where('user_id', '=', student.user_id).execute();
  expect(consents).toEqual([
    {
      id: consents[0]?.id,
      user_id: student.user_id,
      subject: 'application',
      subject_id: reply.id,
      version: consentVersion,
      language: 'uz',
      given_at: at,
    },
  ]);
  const counts = await world.db
    .selectFrom('opportunities')
    .select(['id', 'application_count'])
    .where('id', 'in', [opportunity, other])
    .execute();
  expect(new Map(counts.map((one) => [one.id, one.application_count]))).toEqual(
    new Map([
      [opportunity, 1],
      [other, 0],
    ]),
  );
});

test('only students apply', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const refused = { detail: 'Bu amal faqat talabalar uchun.', code: 'students_only' };
  for (const actor of [organizer, await anAdmin(world)]) {
    const { status, body } = await world.ask(actor, calls.apply, { body: { opportunity } });
    expect([status, body]).toEqual([403, refused]);
  }
  const { status } = await world.ask(null, calls.apply, { body: { opportunity } });
  expect(status).toBe(401);
  const english = await world.ask(organizer, calls.apply, { body: { opportunity }, headers: { 'accept-language': 'en' } });
  expect(english.body).toEqual({ detail: 'Only students allowed', code: 'students_only' });
});

test('returns 404 for an opportunity that is not visible, and refuses a closed one', async () => {
  const { organization_id } = await anOrganizer(world);
  const expected: [Record<string, unknown>, number, string][] = [
    [{ status: 'draft' }, 404, 'not_found'],
    [{ deleted_at: world.clock.now }, 404, 'not_found'],
    [{ status: 'closed' }, 400, 'applications_closed'],
    [{ status: 'cancelled' }, 400, 'applications_closed'],
    [{ status: 'archived' }, 400, 'applications_closed'],
    [{ application_deadline: '2026-09-09' }, 400, 'deadline_passed'],
    [{ application_deadline: null }, 201, ''],
    [{ max_applications: 0 }, 201, ''],
  ];
  for (const [values, status, code] of expected) {
    const { answer } = await applyTo(await anOpportunity(world, organization_id, values));
    expect([values, answer.status, answer.body.code ?? '']).toEqual([values, status, code]);
  }
  expect((await applyTo(2147483647)).answer.status).toBe(404);
  expect((await applyTo(-1)).answer.body).toEqual({ opportunity: ['Tadbir identifikatori topilmadi.'] });
});

test.each(['UTC', 'America/New_York', 'Asia/Tashkent'])(
  'an application stays open to the last millisecond of the Tashkent day, under TZ=%s',
  async (zone) => {
    const { organization_id } = await anOrganizer(world);
    const opportunity = await anOpportunity(world, organization_id, { application_deadline: '2026-09-15' });
    const { student, answer } = await applyTo(opportunity);
    const { id } = answer.reply;
    await world.ask(student, calls.withdraw, { params: { id } });
    const before = [world.clock.now, process.env.TZ] as const;
    process.env.TZ = zone;
    try {
      for (const [moment, status, code] of [
        ['2026-09-14T19:00:00.000Z', 201, undefined],
        ['2026-09-15T18:59:59.999Z', 201, undefined],
        ['2026-09-15T19:00:00.000Z', 400, 'deadline_passed'],
      ] as const) {
        world.clock.now = new Date(moment);
        const isPast = code !== undefined;
        const { status: got, body } = (await applyTo(opportunity)).answer;
        expect([moment, got, body.code]).toEqual([moment, status, code]);
        const list = (await world.ask(student, calls.list)).body.results as { can_reinstate: boolean }[];
        expect([moment, list.map((one) => one.can_reinstate)]).toEqual([moment, [!isPast]]);
        const seen = await world.ask(student, opportunityCalls.detail, { params: { id: opportunity } });
        expect([moment, seen.reply.is_deadline_passed]).toEqual([moment, isPast]);
        const reinstated = await world.ask(student, calls.reinstate, { params: { id } });
        expect([moment, reinstated.status]).toEqual([moment, isPast ? 400 : 200]);
        if (!isPast) await world.ask(student, calls.withdraw, { params: { id } });
      }
    } finally {
      world.clock.now = before[0];
      if (before[1] === undefined) delete process.env.TZ;
      else process.env.TZ = before[1];
    }
  },
);

test('gives the last place once; a withdrawn application frees it', async () => {
  const { organization_id } = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organization_id, { max_applications: 1 });
  const { student, answer } = await applyTo(opportunity);
  const full = (await applyTo(opportunity)).answer;
  expect([full.status, full.body.code]).toEqual([400, 'capacity_reached']);
  await world.ask(student, calls.withdraw, { params: { id: answer.reply.id } });
  expect((await applyTo(opportunity)).answer.status).toBe(201);
  const reinstated = await world.ask(student, calls.reinstate, { params: { id: answer.reply.id } });
  expect([reinstated.status, reinstated.body.code]).toEqual([400, 'capacity_reached']);
});

test('refuses a second application of a student, also after a withdrawal', async () => {
  const { organization_id } = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organization_id);
  const { student, answer } = await applyTo(opportunity);
  const again = await world.ask(student, calls.apply, { body: { opportunity } });
  expect([again.status, again.body]).toEqual([400, { detail: 'Siz bu imkoniyatga ariza yuborgansiz.', code: 'already_applied' }]);
  await world.ask(student, calls.withdraw, { params: { id: answer.reply.id } });
  expect((await world.ask(student, calls.apply, { body: { opportunity } })).body.code).toBe('already_applied');
});

test('returns missing sections and invalid answers together; only required sections block', async () => {
  const { organization_id } = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organization_id);
  await require(opportunity, 'education');
  await require(opportunity, 'resume', 'recommended');
  await require(opportunity, 'basic_info');
  const requiredQuestion = await aQuestion(opportunity);
  const number = await aQuestion(opportunity, { question: 'Yoshingiz?', question_type: 'number', is_required: false });
  const student = await aStudent(world, {}, { phone: '+998901234567' });
  const first = await world.ask(student, calls.apply, { body: { opportunity, answers: { [number]: 'yigirma' } } });
  expect([first.status, first.body]).toEqual([
    400,
    { missing_sections: ['education', 'basic_info'], answers: { [requiredQuestion]: [answerMissing], [number]: ['Son kiriting.'] } },
  ]);
  await world.db.updateTable('students').set({ location: 'Buxoro' }).where('user_id', '=', student.user_id).execute();
  const second = await world.ask(student, calls.apply, { body: { opportunity, answers: { 'Nega aynan siz?': 'Chunki' } } });
  expect(second.body).toEqual({ missing_sections: ['education'] });
  await world.db
    .insertInto('education')
    .values({
      student_id: student.user_id,
      institution: 'TATU',
      degree: 'bachelor',
      field_of_study: 'Dasturlash',
      start_date: '2024-09-01',
    })
    .execute();
  const third = await world.ask(student, calls.apply, { body: { opportunity, answers: { 'Nega aynan siz?': 'Chunki', 999: 'begona' } } });
  expect(third.status).toBe(201);
  const row = await world.db.selectFrom('applications').select('answers').where('id', '=', third.reply.id).executeTakeFirstOrThrow();
  expect(row.answers).toEqual({ [requiredQuestion]: 'Chunki' });
  expect(await world.db.selectFrom('consents').select('id').where('user_id', '=', student.user_id).execute()).toHaveLength(1);
});

test('a student without a profile cannot apply', async () => {
  const { organization_id } = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organization_id);
  const student = await aStudent(world);
  await world.db.deleteFrom('students').where('user_id', '=', student.user_id).execute();
  const { status, body } = await world.ask(student, calls.apply, { body: { opportunity } });
  expect([status, body]).toEqual([404, { detail: 'Profil ma’lumotlari topilmadi.', code: 'student_profile_not_found' }]);
});

test('check-status returns the application of a student and refuses other users', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const { student, answer } = await applyTo(opportunity);
  const params = { opportunity_id: opportunity };
  const ofOther = await world.ask(await aStudent(world), calls.checkStatus, { params });
  expect(ofOther.reply).toEqual({ id: null, status: null, applied_at: null, can_reinstate: false });
  const own = await world.ask(student, calls.checkStatus, { params });
  expect(own.reply).toEqual({ id: answer.reply.id, status: 'pending', applied_at: '2026-09-10T07:00:00Z', can_reinstate: false });
  await world.ask(student, calls.withdraw, { params: { id: answer.reply.id } });
  expect((await world.ask(student, calls.checkStatus, { params })).reply).toMatchObject({ status: 'withdrawn', can_reinstate: true });
  expect((await world.ask(organizer, calls.checkStatus, { params })).body.code).toBe('students_only');
  await world.db.deleteFrom('students').where('user_id', '=', student.user_id).execute();
  const withoutApplication = await world.ask(student, calls.checkStatus, {
    params: { opportunity_id: await anOpportunity(world, organizer.organization_id) },
  });
  expect([withoutApplication.status, withoutApplication.body.code]).toEqual([404, 'student_profile_not_found']);
});
