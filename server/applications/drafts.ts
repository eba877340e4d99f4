import { sql } from 'kysely';
import type { ApplicationDraft, UnfinishedApplication } from '#contract/application.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { canApply, shownToStudent } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

/** Applications a student may have begun at a time. */
const mostDrafts = 200;

/** Where versions begin: anywhere, so that a draft begun anew is never taken for the one that was forgotten. */
const firstVersion = sql`1 + floor(random() * 1000000000)::integer`;

type Kept = Pick<ApplicationDraft, 'answers' | 'version' | 'updated_at'>;

/** The answers kept for an opportunity; version 0 while there are none. @throws Refusal not_found */
export const readDraft = async (db: Db, actor: Actor, opportunity: number, now: Date): Promise<ApplicationDraft> => {
  const { rows } = await sql<ApplicationDraft>`
    select o.id as opportunity, coalesce(d.answers, '{}') as answers, coalesce(d.version, 0) as version, d.updated_at
    from opportunities o left join application_drafts d on d.opportunity_id = o.id and d.student_id = ${actor.user_id}
    where o.id = ${opportunity} and ${shownToStudent(actor.user_id, now)}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row;
};

/**
 * Waits for an application that is just being sent, and makes the next one wait: answers that arrive late must find it
 * and not come to life again. Other drafts do not wait. @throws Refusal not_found
 */
const holdOpportunity = async (trx: Db, { user_id }: Actor, id: number, now: Date) => {
  const { rows } =
    await sql`select o.id from opportunities o where o.id = ${id} and ${shownToStudent(user_id, now)} for key share of o`.execute(trx);
  if (rows.length === 0) throw new Refusal('not_found');
};

/** Keys that could be a question's; whether they are is asked of the database. */
const byQuestion = (answers: ApplicationDraft['answers']) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => /^[1-9]\d{0,9}$/.test(key)));

/** Writes over the version the answers grew from, or for the first time; `version` is null when neither could be. */
const write = async (trx: Db, { user_id }: Actor, opportunity: number, { answers, version }: Given, now: Date) => {
  const { rows } = await sql<
    { given: ApplicationDraft['answers']; applied: boolean; full: boolean } & { [Field in keyof Kept]: Kept[Field] | null }
  >`
    with given as (
      select coalesce(jsonb_object_agg(one.key, one.value), '{}') as answers from jsonb_each(${JSON.stringify(byQuestion(answers))}::jsonb) one
      where one.key in (select q.id::text from questions q where q.opportunity_id = ${opportunity})
    ), before as (
      select exists (select from applications a where a.student_id = ${user_id} and a.opportunity_id = ${opportunity}) as applied,
        (select count(*) from application_drafts d where d.student_id = ${user_id}) >= ${sql.lit(mostDrafts)} as "full"
    ), made as (
      insert into application_drafts (student_id, opportunity_id, answers, version, created_at, updated_at)
      select ${user_id}, ${opportunity}, given.answers, ${firstVersion}, ${now}, ${now} from given cross join before
      where ${version}::integer = 0 and not before.applied and not before."full"
      on conflict (student_id, opportunity_id) do nothing
      returning answers, version, updated_at
    ), changed as (
      update application_drafts d set answers = given.answers, version = d.version + 1, updated_at = ${now}
      from given cross join before
      where d.student_id = ${user_id} and d.opportunity_id = ${opportunity} and d.version = ${version} and not before.applied
      returning d.answers, d.version, d.updated_at
    )
    select given.answers as given, before.applied, before."full", kept.answers, kept.version, kept.updated_at
    from given cross join before left join (select * from made union all select * from changed) kept on true`.execute(trx);
  return rows[0] as (typeof rows)[number];
};

interface Given {
  answers: ApplicationDraft['answers'];
  /** The one the answers grew from. */
  version: number;
}

/**
 * Keeps answers as they were typed; keys that are no question of today are dropped. Changes nothing unless `version` is the
 * kept one; the very same answers are taken all the same: the reply to a first try may have been lost on its way.
 * @throws Refusal not_found, already_applied, too_many_drafts, draft_conflict
 */
export const saveDraft = async (deps: Deps, actor: Actor, opportunity: number, given: Given): Promise<ApplicationDraft> => {
  await enforceRateLimit(deps, 'draft', actor.user_id);
  return deps.db.transaction().execute(async (trx) => {
    await holdOpportunity(trx, actor, opportunity, deps.now());
    const { applied, full, given: answers, ...kept } = await write(trx, actor, opportunity, given, deps.now());
    if (applied) throw new Refusal('already_applied');
    if (kept.version !== null) return { opportunity, ...(kept as Kept) };
    const { rows } = await sql<Kept & { same: boolean }>`
      select answers, version, updated_at, answers = ${JSON.stringify(answers)}::jsonb as same from application_drafts
      where student_id = ${actor.user_id} and opportunity_id = ${opportunity}`.execute(trx);
    const [stored] = rows;
    if (!stored && full && given.version === 0) throw new Refusal('too_many_drafts');
    if (!stored?.same) throw new Refusal('draft_conflict');
    const { same: _, ...draft } = stored;
    return { opportunity, ...draft };
  });
};

/** Forgets the answers; what is not there is as good as forgotten, also of an opportunity nobody sees any more. */
export const removeDraft = async (db: Db, actor: Actor, opportunity: number): Promise<void> => {
  await db.deleteFrom('application_drafts').where('student_id', '=', actor.user_id).where('opportunity_id', '=', opportunity).execute();
};

/** Answers with something in them; in lax mode a path reads a single text as a list of one. */
const answered = sql`(select count(*)::integer from jsonb_each(d.answers) one
  where exists (select from jsonb_path_query(one.value, '$[*]') part where part #>> '{}' ~ '\\S'))`;

/** Applications begun and not sent, last changed first, of what the student can still see. */
export const listDrafts = async (db: Db, actor: Actor, page: PageQuery, now: Date) => {
  const { offset, limit: most } = pageWindow(page);
  const { rows } = await sql<UnfinishedApplication & { total: number }>`
    select o.id as opportunity, o.title, g.name as organization_name, o.application_deadline,
      ${canApply(actor, tashkentDay(now))} as can_apply, ${answered} as answered, d.updated_at, count(*) over () as total
    from application_drafts d join opportunities o on o.id = d.opportunity_id join organizations g on g.id = o.organization_id
    where d.student_id = ${actor.user_id} and ${shownToStudent(actor.user_id, now)}
    order by d.updated_at desc, o.id desc limit ${sql.lit(most)} offset ${sql.lit(offset)}`.execute(db);
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
};
