import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { weightedScoreCases } from '#contract/review.cases.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { weightedScore } from '#contract/review-rules.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();

const aSetting = async (applicants = 1) => {
  const owner = await anOrganizer(world);
  const { organization_id } = owner;
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const other = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const opportunity = await anOpportunity(world, organization_id);
  const ids: number[] = [];
  const students: Actor[] = [];
  for (let at = 0; at < applicants; at += 1) {
    const student = await aStudent(world);
    students.push(student);
    ids.push((await world.ask(student, calls.apply, { body: { opportunity } })).reply.id);
  }
  return { owner, manager, reviewer, other, opportunity, ids, id: ids[0] as number, students };
};
type Setting = Awaited<ReturnType<typeof aSetting>>;
const save = (actor: Actor, opportunity: number, body: object) =>
  world.ask(actor, review.saveReviewSettings, { params: { id: opportunity }, body });
const two = [
  { name: 'Bilim', description: 'Nimalarni biladi', weight: 3, max_score: 10 },
  { name: 'Istak', weight: 1, max_score: 5 },
];
const readCriteria = async ({ owner, opportunity }: Setting) =>
  (await save(owner, opportunity, { criteria: two })).reply.criteria as unknown as [{ id: number }, { id: number }];
const saveScores = (actor: Actor, application_id: number, scores: Record<string, number | null>, rest: object = {}) =>
  world.ask(actor, review.saveReview, { params: { application_id }, body: { scores, ...rest } });
const sheet = async (actor: Actor, application_id: number) => (await world.ask(actor, review.review, { params: { application_id } })).reply;
const listed = async (actor: Actor, query: object = {}) => (await world.ask(actor, calls.received, { query })).reply.results;
const scoreFigures = (one: Awaited<ReturnType<typeof listed>>[number] | undefined) => [
  one?.score,
  one?.score_median,
  one?.review_count,
  one?.own_score,
];

test('replacing criteria keeps the scores of those that keep their id', async () => {
  const setting = await aSetting();
  const { owner, reviewer, opportunity, id } = setting;
  const [knowledge, motivation] = await readCriteria(setting);
  expect((await world.ask(reviewer, review.reviewSettings, { params: { id: opportunity } })).reply).toEqual({
    blind_review: false,
    criteria: [
      { id: knowledge.id, name: 'Bilim', description: 'Nimalarni biladi', weight: 3, max_score: 10 },
      { id: motivation.id, name: 'Istak', description: null, weight: 1, max_score: 5 },
    ],
    review_count: 0,
  });
  await saveScores(reviewer, id, { [knowledge.id]: 10, [motivation.id]: 0 });
  const { reply } = await save(owner, opportunity, {
    criteria: [
      { id: motivation.id, name: 'Ishtiyoq', weight: 1, max_score: 10 },
      { name: 'Tajriba', weight: 1, max_score: 4 },
    ],
  });
  expect(reply.criteria.map(({ name, id: key }) => [name, key === motivation.id])).toEqual([
    ['Ishtiyoq', true],
    ['Tajriba', false],
  ]);
  expect(reply.review_count).toBe(1);
  const { own } = await sheet(reviewer, id);
  expect([own?.scores, own?.total]).toEqual([{ [motivation.id]: 0 }, null]);
  // The id of another opportunity's criterion is not updated.
  const foreign = await aSetting();
  const [theirs] = await readCriteria(foreign);
  const copied = await save(owner, opportunity, { criteria: [{ id: theirs.id, name: 'Begona', weight: 1, max_score: 4 }] });
  expect(copied.reply.criteria[0]?.id).not.toBe(theirs.id);
  expect((await world.ask(foreign.owner, review.reviewSettings, { params: { id: foreign.opportunity } })).reply.criteria[0]?.name).toBe(
    'Bilim',
  );
});

test('managers edit, reviewers read, others get 404; invalid values are reported by field', async () => {
  const setting = await aSetting();
  const { manager, reviewer, opportunity } = setting;
  const stranger = await anOrganizer(world);
  const answers = [];
  for (const actor of [manager, reviewer, stranger]) answers.push((await save(actor, opportunity, { criteria: two })).body.code);
  expect(answers).toEqual([undefined, 'forbidden', 'not_found']);
  expect((await world.ask(stranger, review.reviewSettings, { params: { id: opportunity } })).body.code).toBe('not_found');
  const wrong = await save(manager, opportunity, { criteria: [two[0], { name: ' ', weight: 0, max_score: 0 }] });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    {
      criteria: [
        {},
        { name: ['Mezon nomini kiriting.'], weight: ['0 dan katta vazn kiriting.'], max_score: ['1 dan 1000 gacha son kiriting.'] },
      ],
    },
  ]);
});

test('refuses a maximum below a score already given', async () => {
  const setting = await aSetting();
  const { owner, reviewer, opportunity, id } = setting;
  const [knowledge, motivation] = await readCriteria(setting);
  await saveScores(reviewer, id, { [knowledge.id]: 8.5, [motivation.id]: 5 });
  const lower = (max_score: number) =>
    save(owner, opportunity, {
      criteria: [
        { ...two[1], id: motivation.id },
        { ...two[0], id: knowledge.id, max_score },
      ],
    });
  const refused = await lower(8);
  expect([refused.status, refused.body]).toEqual([
    400,
    { criteria: [{}, { max_score: ['Bu mezon bo‘yicha 8.5 ball qo‘yilgan: undan kam bo‘la olmaydi.'] }] },
  ]);
  expect((await lower(9)).status).toBe(200);
});

test('a review is saved step by step: half points up to the maximum, null removes a score', async () => {
  const setting = await aSetting();
  const { reviewer, id } = setting;
  const [knowledge, motivation] = await readCriteria(setting);
  const first = await saveScores(reviewer, id, { [knowledge.id]: 7.5 }, { comment: ' Kuchli ' });
  expect(first.reply.own).toMatchObject({ scores: { [knowledge.id]: 7.5 }, total: null, comment: 'Kuchli' });
  expect((await saveScores(reviewer, id, { [motivation.id]: 5 })).reply.own).toMatchObject({
    scores: { [knowledge.id]: 7.5, [motivation.id]: 5 },
    total: 81.25,
    comment: 'Kuchli',
  });
  expect((await saveScores(reviewer, id, { [motivation.id]: null }, { comment: '' })).reply.own).toMatchObject({
    scores: { [knowledge.id]: 7.5 },
    total: null,
    comment: null,
  });
  const wrong = await saveScores(reviewer, id, { [knowledge.id]: 10.5, [motivation.id]: 2.3, 2147483647: 1 });
  expect([wrong.status, wrong.body]).toEqual([
    400,
    {
      scores: {
        [knowledge.id]: ['0 dan 10 gacha ball qo‘ying, yarim ball ham mumkin.'],
        [motivation.id]: ['0 dan 5 gacha ball qo‘ying, yarim ball ham mumkin.'],
        2147483647: ['Ro‘yxatdagi qiymatlardan birini tanlang.'],
      },
    },
  ]);
  expect((await saveScores(reviewer, id, { [knowledge.id]: -0.5 })).status).toBe(400);
  expect((await sheet(reviewer, id)).own?.scores).toEqual({ [knowledge.id]: 7.5 });
});

test('reviews of others are hidden until the own review is complete', async () => {
  const setting = await aSetting();
  const { owner, reviewer, other, id } = setting;
  const [knowledge, motivation] = await readCriteria(setting);
  await saveScores(other, id, { [knowledge.id]: 10, [motivation.id]: 5 }, { comment: 'Ajoyib' });
  await saveScores(owner, id, { [knowledge.id]: 0, [motivation.id]: 0 });
  const hidden = { others: null, mean: null, median: null, review_count: 2 };
  expect(await sheet(reviewer, id)).toMatchObject({ own: null, ...hidden });
  await saveScores(reviewer, id, { [knowledge.id]: 5 });
  expect(await sheet(reviewer, id)).toMatchObject(hidden);
  const { reply } = await saveScores(reviewer, id, { [motivation.id]: 2 });
  expect(reply).toMatchObject({ own: { total: 47.5 }, mean: 49.17, median: 47.5, review_count: 3 });
  expect(reply.others?.map(({ total, comment }) => [total, comment])).toEqual([
    [0, null],
    [100, 'Ajoyib'],
  ]);
  await saveScores(reviewer, id, { [motivation.id]: null });
  expect(await sheet(reviewer, id)).toMatchObject(hidden);
});

test('in the list a reviewer sees the average after completing their own review, managers always', async () => {
  const setting = await aSetting(2);
  const { owner, manager, reviewer, other, ids } = setting;
  const [first, second] = ids as [number, number];
  const [knowledge, motivation] = await readCriteria(setting);
  const all = (actor: Actor, id: number, part: number) => saveScores(actor, id, { [knowledge.id]: 10 * part, [motivation.id]: 5 * part });
  await all(other, first, 1);
  await all(manager, first, 0.5);
  await all(other, second, 0.2);
  await saveScores(reviewer, second, { [knowledge.id]: 9 });
  const seen = async (actor: Actor) => (await listed(actor, { ordering: 'applied_at' })).map(scoreFigures);
  expect(await seen(owner)).toEqual([
    [75, 75, 2, null],
    [20, 20, 1, null],
  ]);
  expect(await seen(manager)).toEqual([
    [75, 75, 2, 50],
    [20, 20, 1, null],
  ]);
  expect(await seen(reviewer)).toEqual([
    [null, null, 2, null],
    [null, null, 1, null],
  ]);
  await all(reviewer, second, 0.4);
  expect(await seen(reviewer)).toEqual([
    [null, null, 2, null],
    [30, 30, 2, 40],
  ]);
});

test('the order by score uses a reviewer’s own scores, and no scores for a student', async () => {
  const setting = await aSetting(3);
  const { owner, reviewer, other, ids, opportunity } = setting;
  const [a, b, c] = ids as [number, number, number];
  const [{ id }] = (await save(owner, opportunity, { criteria: [{ name: 'Bilim', weight: 1, max_score: 10 }] })).reply
    .criteria as unknown as [{ id: number }];
  for (const [application, score] of [
    [a, 9],
    [b, 1],
    [c, 5],
  ] as const)
    await saveScores(other, application, { [id]: score });
  await saveScores(reviewer, b, { [id]: 10 });
  await saveScores(reviewer, c, { [id]: 2 });
  const order = async (actor: Actor, ordering: string) => (await listed(actor, { ordering })).map((one) => one.id);
  expect(await order(owner, '-score')).toEqual([a, b, c]);
  expect(await order(owner, 'score')).toEqual([c, b, a]);
  expect(await order(reviewer, '-score')).toEqual([b, c, a]);
  expect(await order(reviewer, 'score')).toEqual([a, c, b]);
  const elsewhere = await aSetting();
  const student = setting.students[0] as Actor;
  const applied = await world.ask(student, calls.apply, { body: { opportunity: elsewhere.opportunity } });
  const listIds = async (ordering: string) =>
    (await world.ask(student, calls.list, { query: { ordering } as never })).reply.results.map((one) => one.id);
  expect([await listIds('-score'), await listIds('score')]).toEqual([
    [applied.reply.id, a],
    [a, applied.reply.id],
  ]);
});

test('changing a weight changes the ranking immediately', async () => {
  const setting = await aSetting(2);
  const { owner, reviewer, opportunity, ids } = setting;
  const [first, second] = ids as [number, number];
  const [knowledge, motivation] = await readCriteria(setting);
  await saveScores(reviewer, first, { [knowledge.id]: 10, [motivation.id]: 0 });
  await saveScores(reviewer, second, { [knowledge.id]: 0, [motivation.id]: 5 });
  const ranking = async () => (await listed(owner, { ordering: '-score' })).map((one) => [one.id, one.score]);
  expect(await ranking()).toEqual([
    [first, 75],
    [second, 25],
  ]);
  await save(owner, opportunity, {
    criteria: [
      { ...two[0], id: knowledge.id, weight: 1 },
      { ...two[1], id: motivation.id, weight: 9 },
    ],
  });
  expect(await ranking()).toEqual([
    [second, 90],
    [first, 10],
  ]);
  // A new criterion makes every review incomplete.
  await save(owner, opportunity, { criteria: [{ ...two[0], id: knowledge.id }, { ...two[1], id: motivation.id }, { ...two[1] }] });
  expect((await ranking()).map(([, score]) => score)).toEqual([null, null]);
  expect((await listed(owner)).map((one) => one.review_count)).toEqual([0, 0]);
  await save(owner, opportunity, { criteria: [] });
  expect((await ranking()).map(([, score]) => score)).toEqual([null, null]);
});

test('concurrent reviews all count, also while criteria change', { timeout: 30_000 }, async () => {
  const setting = await aSetting(3);
  const { owner, opportunity, ids } = setting;
  const reviewers = await Promise.all(
    Array.from({ length: 6 }, () => anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' })),
  );
  const [knowledge, motivation] = await readCriteria(setting);
  for (let round = 1; round <= 5; round += 1) {
    const settings = {
      criteria: [
        { ...two[0], id: knowledge.id, weight: round },
        { ...two[1], id: motivation.id },
      ],
    };
    const answers = await Promise.all([
      ...reviewers.flatMap((one, at) => ids.map((id) => saveScores(one, id, { [knowledge.id]: (at + round) % 10, [motivation.id]: 2.5 }))),
      save(owner, opportunity, settings),
      world.ask(owner, calls.bulkUpdate, {
        body: { application_ids: [...ids].reverse(), status: round % 2 ? 'rejected' : 'under_review' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const criteria = [
      { id: knowledge.id, weight: round, max_score: 10 },
      { id: motivation.id, weight: 1, max_score: 5 },
    ];
    const totals = reviewers.map((_, at) => weightedScore(criteria, { [knowledge.id]: (at + round) % 10, [motivation.id]: 2.5 }) as number);
    const stored = await world.db
      .selectFrom('reviews')
      .select('total')
      .where('application_id', '=', ids[0] as number)
      .execute();
    expect(stored.map(({ total }) => Number(total)).sort((a, b) => a - b)).toEqual([...totals].sort((a, b) => a - b));
    const mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
    for (const one of await listed(owner)) {
      expect(one.review_count).toBe(6);
      expect(one.score).toBeCloseTo(mean, 1);
    }
  }
});

test('refuses to review a withdrawn application; others get 404', async () => {
  const setting = await aSetting(2);
  const { reviewer, ids, students } = setting;
  const [first, second] = ids as [number, number];
  const [knowledge] = await readCriteria(setting);
  await world.ask(students[0] as Actor, calls.withdraw, { params: { id: first } });
  expect((await saveScores(reviewer, first, { [knowledge.id]: 1 })).body.code).toBe('invalid_operation');
  const stranger = await anOrganizer(world);
  expect((await saveScores(stranger, second, { [knowledge.id]: 1 })).body.code).toBe('application_not_found');
  expect((await world.ask(stranger, review.review, { params: { application_id: second } })).body.code).toBe('application_not_found');
  expect((await saveScores(students[1] as Actor, second, { [knowledge.id]: 1 })).body.code).toBe('organizers_only');
});

test('the audit log records each switch of blind review once', async () => {
  const { manager, opportunity } = await aSetting();
  for (const blind_review of [true, true, false])
    expect((await save(manager, opportunity, { blind_review })).reply.blind_review).toBe(blind_review);
  await save(manager, opportunity, { criteria: two });
  const { title } = await world.db.selectFrom('opportunities').select('title').where('id', '=', opportunity).executeTakeFirstOrThrow();
  const stored = await world.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('organization_id', '=', manager.organization_id)
    .orderBy('id')
    .execute();
  expect(stored).toEqual(['blind_on', 'blind_off'].map((action) => ({ action, actor_id: manager.user_id, details: title })));
});

test.each(weightedScoreCases)('the database and the contract compute the same total: %s', async (_name, criteria, scores, total) => {
  const { organization_id } = await anOrganizer(world);
  const opportunity_id = await anOpportunity(world, organization_id);
  const ids = new Map<string, number>();
  for (const [order, { id, weight, max_score }] of criteria.entries()) {
    const criterion = await world.db
      .insertInto('criteria')
      .values({ opportunity_id, name: 'Mezon', weight, max_score, order })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(String(id), criterion.id);
  }
  const scoresById = Object.fromEntries(Object.entries(scores).map(([key, score]) => [ids.get(key) ?? key, score]));
  // The same in one update of all reviews.
  const student = await aStudent(world);
  const { reply } = await world.ask(student, calls.apply, { body: { opportunity: opportunity_id } });
  const review_row = { application_id: reply.id, reviewer_id: student.user_id, created_at: world.clock.now, updated_at: world.clock.now };
  await world.db
    .insertInto('reviews')
    .values({ ...review_row, scores: JSON.stringify(scoresById) })
    .execute();
  await sql`update criteria set weight = weight * 3 where opportunity_id = ${opportunity_id}`.execute(world.db);
  await sql`update reviews set total = 1 where application_id = ${reply.id}`.execute(world.db);
  await sql`select weigh_again(${opportunity_id}::integer)`.execute(world.db);
  const stored = await world.db.selectFrom('reviews').select('total').where('application_id', '=', reply.id).executeTakeFirstOrThrow();
  expect(stored.total === null ? null : Number(stored.total)).toBe(total);
  const { rows } = await sql<{
    total: string | null;
  }>`select total_of(${JSON.stringify(scoresById)}::jsonb, ${opportunity_id}::integer) as total`.execute(world.db);
  expect(rows[0]?.total === null ? null : Number(rows[0]?.total)).toBe(total);
});
