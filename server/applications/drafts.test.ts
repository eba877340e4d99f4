import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { routes } from '../app.ts';
import type { Actor } from '../http/actor.ts';
import { callKey, samples } from '../testing/callSamples.ts';
import { draftHelpers } from '../testing/drafts.ts';
import { aFixture } from '../testing/fixture.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld, callUrl } from '../testing/world.ts';

const world = aWorld();
const at = '2026-09-10T07:00:00Z';
const missing = [404, { detail: "So'ralgan ma'lumot topilmadi.", code: 'not_found' }];
const conflict = [409, { detail: 'Ariza boshqa qurilmada yoki oynada o‘zgartirilgan.', code: 'draft_conflict' }];
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];

const { aQuestion, aScene, read, save, readRows } = draftHelpers(world);
const removeDraft = (actor: Actor, opportunity_id: number) => world.ask(actor, calls.removeDraft, { params: { opportunity_id } });
const advanceClock = (seconds: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + seconds * 1000);
};

test('stores answers as typed, with a new version each time, and returns them on another device', async () => {
  const { opportunity, question, student } = await aScene();
  const several = await aQuestion(opportunity, { question_type: 'checkbox', options: ['A', 'B, C'] });
  const other = await aStudent(world);
  const noDraft = { opportunity, answers: {}, version: 0, updated_at: null };
  expect((await read(student, opportunity)).reply).toEqual(noDraft);
  const typed = { [question]: '  O‘zbek  ', [several]: ['B, C', ' ', 'A'] };
  const first = (await save(student, opportunity, typed, 0)).reply;
  expect(first).toEqual({ opportunity, answers: typed, version: expect.any(Number), updated_at: at });
  expect(first.version).toBeGreaterThan(0);
  advanceClock(2);
  const second = (await save(student, opportunity, { [question]: '' }, first.version)).reply;
  expect(second).toEqual({ opportunity, answers: { [question]: '' }, version: first.version + 1, updated_at: '2026-09-10T07:00:02Z' });
  advanceClock(-2);
  expect((await read(student, opportunity)).reply).toEqual(second);
  expect((await read(other, opportunity)).reply).toEqual(noDraft);
});

test('drops keys that are not a question of the opportunity', async () => {
  const { opportunity, question, student } = await aScene();
  const foreign = (await aScene()).question;
  const answers = { [question]: 'Ha', [foreign]: 'begona', 'Nega aynan siz?': 'matn', '': 'x', '\u0000': 'x', __proto__x: 'x', '1e1': 'x' };
  const { reply } = await save(student, opportunity, answers, 0);
  expect(reply.answers).toEqual({ [question]: 'Ha' });
  await world.db.deleteFrom('questions').where('id', '=', question).execute();
  expect((await save(student, opportunity, { [question]: 'Ha' }, reply.version)).reply.answers).toEqual({});
});

test('a save based on another version is a conflict and changes nothing', async () => {
  const { opportunity, question, student } = await aScene();
  expect(statusAndBody(await save(student, opportunity, { [question]: 'erta' }, 1))).toEqual(conflict);
  expect(await readRows(student)).toEqual([]);
  const { version: first } = (await save(student, opportunity, { [question]: 'bir' }, 0)).reply;
  const stored = (await save(student, opportunity, { [question]: 'ikki' }, first)).reply;
  for (const [text, version] of [
    ['uch', 0],
    ['uch', first],
    ['uch', first + 2],
    ['bir', first],
  ] as const) {
    expect([text, version, ...statusAndBody(await save(student, opportunity, { [question]: text }, version))]).toEqual([
      text,
      version,
      ...conflict,
    ]);
    expect((await read(student, opportunity)).reply).toEqual(stored);
  }
  const english = await world.ask(student, calls.saveDraft, {
    params: { opportunity_id: opportunity },
    body: { answers: {}, version: 7 },
    headers: { 'accept-language': 'en' },
  });
  expect(english.body).toEqual({ detail: 'The draft was changed elsewhere', code: 'draft_conflict' });
});

test('accepts the same answers again after a lost reply, without a new version', async () => {
  const { opportunity, question, student } = await aScene();
  const other = await aQuestion(opportunity);
  const answers = { [question]: 'bir', [other]: ['a', 'b'] };
  const first = (await save(student, opportunity, answers, 0)).reply;
  advanceClock(5);
  expect((await save(student, opportunity, { begona: 'tashlanadi', ...answers }, 0)).reply).toEqual(first);
  expect((await save(student, opportunity, { ...answers, [other]: ['b', 'a'] }, 0)).body.code).toBe('draft_conflict');
  const second = (await save(student, opportunity, { [question]: 'ikki' }, first.version)).reply;
  for (const version of [0, 1, first.version, second.version + 7])
    expect((await save(student, opportunity, { [question]: 'ikki' }, version)).reply).toEqual(second);
  advanceClock(-5);
});

test('a draft needs a visible opportunity, and remains when it closes', async () => {
  const { opportunity, question, student } = await aScene();
  const { version } = (await save(student, opportunity, { [question]: 'matn' }, 0)).reply;
  const set = (values: object) => world.db.updateTable('opportunities').set(values).where('id', '=', opportunity).execute();
  for (const values of [{ status: 'draft' }, { status: 'published', deleted_at: world.clock.now }]) {
    await set(values);
    expect(statusAndBody(await read(student, opportunity))).toEqual(missing);
    expect(statusAndBody(await save(student, opportunity, {}, 1))).toEqual(missing);
    expect((await world.ask(student, calls.drafts)).reply.results).toEqual([]);
  }
  await set({ deleted_at: null });
  for (const [at, values] of [
    { status: 'closed' },
    { status: 'cancelled' },
    { status: 'archived' },
    { application_deadline: '2026-01-01' },
  ].entries()) {
    await set(values);
    expect((await save(student, opportunity, { [question]: `matn ${at}` }, version + at)).reply.version).toBe(version + at + 1);
    expect((await world.ask(student, calls.drafts)).reply.results.map((one) => one.can_apply)).toEqual([false]);
  }
  for (const id of [2147483647]) expect(statusAndBody(await save(student, id, {}, 0))).toEqual(missing);
});

test('applying deletes the draft; a late save does not create it again, also after a withdrawal', async () => {
  const { opportunity, question, student } = await aScene();
  const elsewhere = (await aScene()).opportunity;
  const neighbour = await aStudent(world);
  await save(student, elsewhere, {}, 0);
  await save(neighbour, opportunity, { [question]: 'qo‘shni' }, 0);
  const { version: draftVersion } = (await save(student, opportunity, { [question]: 'matn' }, 0)).reply;
  const { reply } = await world.ask(student, calls.apply, { body: { opportunity, answers: { [question]: 'matn' } } });
  const alreadyApplied = [400, { detail: 'Siz bu imkoniyatga ariza yuborgansiz.', code: 'already_applied' }];
  const expectNoDraft = async () => {
    for (const version of [0, draftVersion])
      expect(statusAndBody(await save(student, opportunity, { [question]: 'kech' }, version))).toEqual(alreadyApplied);
    expect((await readRows(student)).map((row) => row.opportunity_id)).toEqual([elsewhere]);
    expect((await read(student, opportunity)).reply).toEqual({ opportunity, answers: {}, version: 0, updated_at: null });
  };
  await expectNoDraft();
  await world.ask(student, calls.withdraw, { params: { id: reply.id } });
  await expectNoDraft();
  expect((await read(neighbour, opportunity)).reply.answers).toEqual({ [question]: 'qo‘shni' });
});

test('a refused application keeps the draft', async () => {
  const { opportunity, question, student } = await aScene();
  await world.db.updateTable('questions').set({ is_required: true }).where('id', '=', question).execute();
  const stored = (await save(student, opportunity, { [question]: ' ' }, 0)).reply;
  expect((await world.ask(student, calls.apply, { body: { opportunity, answers: stored.answers } })).status).toBe(400);
  expect((await read(student, opportunity)).reply).toEqual(stored);
});

test('only its student removes a draft; removing a missing one succeeds', async () => {
  const { opportunity, question, student } = await aScene();
  const other = await aStudent(world);
  const stored = (await save(student, opportunity, { [question]: 'matn' }, 0)).reply;
  expect((await removeDraft(other, opportunity)).status).toBe(204);
  expect((await read(student, opportunity)).reply).toEqual(stored);
  for (const _ of [1, 2]) expect((await removeDraft(student, opportunity)).status).toBe(204);
  expect(await readRows(student)).toEqual([]);
  expect(statusAndBody(await save(student, opportunity, { [question]: 'kech' }, stored.version))).toEqual(conflict);
  await save(student, opportunity, {}, 0);
  await world.db.updateTable('opportunities').set({ deleted_at: world.clock.now }).where('id', '=', opportunity).execute();
  await removeDraft(student, opportunity);
  expect(await readRows(student)).toEqual([]);
});

test('a new draft has another version, so that a stale client does not overwrite it', async () => {
  const { opportunity, question, student } = await aScene();
  const before = (await save(student, opportunity, { [question]: 'eski oyna' }, 0)).reply;
  await removeDraft(student, opportunity);
  const anew = (await save(student, opportunity, { [question]: 'yangi' }, 0)).reply;
  expect(statusAndBody(await save(student, opportunity, { [question]: 'eski oyna, davomi' }, before.version))).toEqual(conflict);
  expect((await read(student, opportunity)).reply).toEqual(anew);
});

test('lists drafts last changed first, in one statement, with the number of answers', async () => {
  const student = await aStudent(world);
  const organizer = await anOrganizer(world, { name: 'Yosh olimlar' });
  const listDrafts = async () => {
    const before = world.statements();
    const { reply } = await world.ask(student, calls.drafts);
    return { ...reply, statements: world.statements() - before };
  };
  expect(await listDrafts()).toEqual({ count: 0, next: null, previous: null, results: [], statements: 1 });
  const drafts = [];
  for (const [title, application_deadline] of [
    ['Birinchi', '2026-09-10'],
    ['Ikkinchi', '2026-09-09'],
    ['Uchinchi', null],
  ] as const) {
    advanceClock(60);
    const opportunity = await anOpportunity(world, organizer.organization_id, { title, application_deadline });
    const questions = [
      await aQuestion(opportunity),
      await aQuestion(opportunity),
      await aQuestion(opportunity),
      await aQuestion(opportunity),
    ];
    const typed = ['matn', ' \n', ['', ' '], ['', 'x']];
    const { reply } = await save(student, opportunity, Object.fromEntries(questions.map((id, at) => [id, typed[at]])), 0);
    await save(await aStudent(world), opportunity, {}, 0);
    drafts.push({ opportunity, question: questions[0] as number, version: reply.version });
  }
  advanceClock(60);
  const [first, second, third] = drafts as [(typeof drafts)[0], (typeof drafts)[0], (typeof drafts)[0]];
  await save(student, first.opportunity, { [first.question]: 'yana' }, first.version);
  const common = { organization_name: 'Yosh olimlar' };
  const line = (opportunity: number, title: string, rest: object) => ({ opportunity, title, ...common, ...rest });
  expect(await listDrafts()).toEqual({
    count: 3,
    next: null,
    previous: null,
    results: [
      line(first.opportunity, 'Birinchi', {
        application_deadline: '2026-09-10',
        can_apply: true,
        answered: 1,
        updated_at: '2026-09-10T07:04:00Z',
      }),
      line(third.opportunity, 'Uchinchi', { application_deadline: null, can_apply: true, answered: 2, updated_at: '2026-09-10T07:03:00Z' }),
      line(second.opportunity, 'Ikkinchi', {
        application_deadline: '2026-09-09',
        can_apply: false,
        answered: 2,
        updated_at: '2026-09-10T07:02:00Z',
      }),
    ],
    statements: 1,
  });
  const page = (await world.ask(student, calls.drafts, { query: { page: 2, page_size: 2 } })).reply;
  expect([page.count, page.previous, page.results.map((one) => one.title)]).toEqual([
    3,
    '/api/applications/drafts/?page=1&page_size=2',
    ['Ikkinchi'],
  ]);
  expect((await world.ask(student, calls.drafts, { query: { page: 3, page_size: 2 } })).status).toBe(404);
  advanceClock(-240);
});

test('refuses more than 200 drafts; existing ones can be saved', async () => {
  const { organizer, opportunity, question, student } = await aScene();
  const { version } = (await save(student, opportunity, { [question]: 'bir' }, 0)).reply;
  const row = { student_id: student.user_id, answers: '{}', version: 1, created_at: world.clock.now, updated_at: world.clock.now };
  for (let more = 0; more < 199; more += 1) {
    const opportunity_id = await anOpportunity(world, organizer.organization_id);
    await world.db
      .insertInto('application_drafts')
      .values({ ...row, opportunity_id })
      .execute();
  }
  const one = await anOpportunity(world, organizer.organization_id);
  expect(statusAndBody(await save(student, one, {}, 0))).toEqual([
    400,
    { detail: 'Boshlangan arizalar juda ko‘p. Avval keraksizlarini o‘chiring.', code: 'too_many_drafts' },
  ]);
  expect((await save(student, opportunity, { [question]: 'ikki' }, version)).status).toBe(200);
  await removeDraft(student, opportunity);
  expect((await save(student, one, {}, 0)).status).toBe(200);
});

const misfits: [name: string, body: unknown, field: string][] = [
  ['no version', { answers: {} }, 'version'],
  ['a negative version', { answers: {}, version: -1 }, 'version'],
  ['half a version', { answers: {}, version: 1.5 }, 'version'],
  ['a version no column holds', { answers: {}, version: 2 ** 31 }, 'version'],
  ['no answers', { version: 0 }, 'answers'],
  ['null for answers', { answers: null, version: 0 }, 'answers'],
  ['a list of answers', { answers: ['x'], version: 0 }, 'answers'],
  ['a number', { answers: { 1: 7 }, version: 0 }, 'answers'],
  ['null', { answers: { 1: null }, version: 0 }, 'answers'],
  ['an object', { answers: { 1: { a: 'b' } }, version: 0 }, 'answers'],
  ['a list in a list', { answers: { 1: [['a']] }, version: 0 }, 'answers'],
  ['NUL', { answers: { 1: 'a\u0000' }, version: 0 }, 'answers'],
  ['half a character', { answers: { 1: ['\ud800'] }, version: 0 }, 'answers'],
  ['text without end', { answers: { 1: 'x'.repeat(20001) }, version: 0 }, 'answers'],
  ['choices without end', { answers: { 1: Array(201).fill('x') }, version: 0 }, 'answers'],
];
test.each(misfits)('refuses %s and stores nothing', async (_, body, field) => {
  const { opportunity, student } = await aScene();
  const answer = await world.ask(student, calls.saveDraft, { params: { opportunity_id: opportunity }, body });
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  expect(await readRows(student)).toEqual([]);
});

test('returns unusual valid text unchanged', async () => {
  const { opportunity, question, student } = await aScene();
  const odd = [
    '<script>alert(1)</script>',
    "'; drop table users; --",
    'o‘ oʻ o’ ў',
    'e\u0301',
    '\u202e\u200b',
    '😀\r\n\t',
    'x'.repeat(20000),
    '$1 %s \\',
  ];
  let version = 0;
  for (const text of odd) {
    const { reply } = await save(student, opportunity, { [question]: text }, version);
    expect(reply.answers).toEqual({ [question]: text });
    version = reply.version;
    expect((await read(student, opportunity)).reply.answers).toEqual({ [question]: text });
  }
});

test('a deleted account cannot save a draft', async () => {
  const { opportunity, student } = await aScene();
  await world.db.deleteFrom('users').where('id', '=', student.user_id).execute();
  const answer = await save(student, opportunity, {}, 0);
  expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
});

test('no call returns a draft to others than its student', async () => {
  const setting = await aFixture(world);
  const { student, other_student, organization, other_organization, admin, open } = setting;
  const question = await aQuestion(open);
  const canary = 'KANAREYKA-71c2';
  await save(student, open, { [question]: canary }, 0);
  for (const { call } of routes) {
    for (const actor of [organization, other_organization, other_student, admin, null]) {
      const sample = await samples.get(callKey(call))?.(setting, world);
      const { body } = await world.app.inject({
        method: call.method,
        url: callUrl(call, { params: sample?.params ?? {} }),
        headers: actor ? { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}` } : {},
        ...(sample?.body ? { payload: sample.body } : {}),
      });
      expect([callKey(call), body.includes(canary)]).toEqual([callKey(call), false]);
    }
  }
  expect((await readRows(student)).map((row) => row.answers)).toEqual([{ [question]: canary }]);
});
