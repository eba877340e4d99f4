import { expect, test } from 'vitest';
import { applicationCalls as calls } from '#contract/application.ts';
import { draftHelpers } from '../testing/drafts.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld, untilTransactionBlocked } from '../testing/world.ts';

const world = aWorld();
const conflict = [409, { detail: 'Ariza boshqa qurilmada yoki oynada o‘zgartirilgan.', code: 'draft_conflict' }];
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];

const { aScene, read, save, readRows } = draftHelpers(world);

test('stores exactly one of two concurrent saves, the first time and later', async () => {
  const { opportunity, question, student } = await aScene();
  let version = 0;
  for (const time of ['first', 'second', 'third']) {
    const texts = Array.from({ length: 6 }, (_, device) => `${time} qurilma ${device}`);
    const answers = await Promise.all(texts.map((text) => save(student, opportunity, { [question]: text }, version)));
    const saved = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200).map(statusAndBody)).toEqual(Array(5).fill(conflict));
    expect(saved).toHaveLength(1);
    if (version > 0) expect(saved[0]?.reply.version).toBe(version + 1);
    version = saved[0]?.reply.version as number;
    expect((await read(student, opportunity)).reply).toEqual(saved[0]?.reply);
  }
});

test('saving and applying concurrently leaves an application and no draft, ten times', async () => {
  const { opportunity, question } = await aScene();
  for (let round = 0; round < 10; round += 1) {
    const student = await aStudent(world);
    const { version } = (await save(student, opportunity, { [question]: 'bir' }, 0)).reply;
    const sent = () => world.ask(student, calls.apply, { body: { opportunity, answers: {} } });
    const saved = (at: number) => save(student, opportunity, { [question]: `yangi ${at}` }, at);
    const answers = await Promise.all(
      round % 2 ? [sent(), saved(version), saved(version + 1)] : [saved(version), saved(version + 1), sent()],
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => ![200, 201, 'already_applied', 'draft_conflict'].includes(code))).toEqual([]);
    expect([round, await readRows(student)]).toEqual([round, []]);
  }
});

test('a save waits for an application that is being sent', async () => {
  const { opportunity, question, student } = await aScene();
  const row = { opportunity_id: opportunity, student_id: student.user_id, answers: '{}', questions: '[]', snapshot: '{}' };
  let late: ReturnType<typeof save> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('opportunities').select('id').where('id', '=', opportunity).forUpdate().execute();
    await trx
      .insertInto('applications')
      .values({ ...row, applied_at: world.clock.now, updated_at: world.clock.now })
      .execute();
    late = save(student, opportunity, { [question]: 'kech' }, 0);
    await untilTransactionBlocked(world);
  });
  expect((await late)?.body.code).toBe('already_applied');
  expect(await readRows(student)).toEqual([]);
});

const strict = aWorld({ limits: 'strict' });
test('limits saves to 120 per person and minute', async () => {
  const { organization_id } = await anOrganizer(strict);
  const params = { opportunity_id: await anOpportunity(strict, organization_id) };
  const [student, other] = [await aStudent(strict), await aStudent(strict)];
  const body = { answers: {}, version: 0 };
  for (let at = 0; at < 120; at += 1) expect((await strict.ask(student, calls.saveDraft, { params, body })).status).toBe(200);
  const refused = await strict.ask(student, calls.saveDraft, { params, body });
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '60']);
  expect((await strict.ask(other, calls.saveDraft, { params, body })).status).toBe(200);
});
