import { sql } from 'kysely';
import { checkAnswers, type QuestionDefinition } from '#contract/application-rules.ts';
import type { SectionRequirement } from '#contract/readiness.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { badUrl } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { hasOpenDeadline } from '../db/opportunityConditions.ts';
import { unsignedUrl } from '../files/signedLinks.ts';
import { fileNameFromUrl, fileUrl } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import { lockOwnApplication } from './ownApplications.ts';

/** A question as it was asked; an application stores it beside the answers. */
export type StoredQuestion = Pick<QuestionDefinition, 'id' | 'question' | 'question_type'>;
export const storedQuestions = (questions: readonly QuestionDefinition[]): StoredQuestion[] =>
  questions.map(({ id, question, question_type }) => ({ id, question, question_type }));

/** The questions of an opportunity and the profile sections it requires. */
export const readRequirements = async (db: Db, opportunity_id: number) => {
  const { rows } = await sql<{ questions: QuestionDefinition[]; requirements: SectionRequirement[] }>`
    select
      (select coalesce(json_agg(q order by q."order", q.id), '[]') from questions q where q.opportunity_id = ${opportunity_id}) as questions,
      (select coalesce(json_agg(r order by r."order", r.id), '[]') from profile_requirements r
        where r.opportunity_id = ${opportunity_id}) as requirements`.execute(db);
  return rows[0] as (typeof rows)[number];
};

/** The documents among these addresses that this student uploaded, locked against deletion until the transaction ends. */
export const ownDocuments = async (trx: Db, student_id: number, urls: readonly string[]) => {
  const names = urls.flatMap((url) => fileNameFromUrl(url) ?? []);
  if (names.length === 0) return [];
  return trx
    .selectFrom('files')
    .select(['name', 'original_name'])
    .where('name', 'in', names)
    .where('kind', '=', 'document')
    .where('owner_id', '=', student_id)
    .forKeyShare()
    .execute();
};

/**
 * Validates answers and returns them as they are stored. A file answer must be a document of this student and is stored without
 * its signature; in other answer types "/files/" is ordinary text. Answers and errors are keyed by question id.
 */
export const checkOwnAnswers = async (
  trx: Db,
  student_id: number,
  questions: readonly QuestionDefinition[],
  input: Readonly<Record<string, unknown>>,
): Promise<ReturnType<typeof checkAnswers>> => {
  const { answers, errors } = checkAnswers(questions, input);
  const files = new Map<string, string>();
  for (const item of questions) {
    const key = String(item.id);
    const answer = answers[key];
    if (item.question_type === 'file' && answer && fileNameFromUrl(answer)) files.set(key, unsignedUrl(answer));
  }
  const own = new Set((await ownDocuments(trx, student_id, [...files.values()])).map(({ name }) => fileUrl(name)));
  for (const [key, url] of files) {
    if (own.has(url)) answers[key] = url;
    else errors[key] = [badUrl];
  }
  return { answers, errors };
};

/**
 * Replaces the answers of a pending application before the deadline; they are checked against the questions of today.
 * @throws Refusal application_not_found, invalid_operation, deadline_passed; Invalid with `answers` by question id
 */
export const changeAnswers = (db: Db, actor: Actor, id: number, input: Record<string, unknown>, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { status, opportunity_id } = await lockOwnApplication(trx, actor, id);
    if (status !== 'pending') throw new Refusal('invalid_operation');
    const { is_open } = await trx
      .selectFrom('opportunities as o')
      .select(hasOpenDeadline(tashkentDay(now)).as('is_open'))
      .where('o.id', '=', opportunity_id)
      .executeTakeFirstOrThrow();
    if (!is_open) throw new Refusal('deadline_passed');
    const { questions } = await readRequirements(trx, opportunity_id);
    const { answers, errors } = await checkOwnAnswers(trx, actor.user_id, questions, input);
    if (Object.keys(errors).length > 0) throw new Invalid({ answers: errors });
    await trx
      .updateTable('applications')
      .set({ answers: JSON.stringify(answers), questions: JSON.stringify(storedQuestions(questions)), updated_at: now })
      .where('id', '=', id)
      .execute();
  });
