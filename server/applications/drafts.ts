import { sql } from 'kysely';
import type { ApplicationDraft, UnfinishedApplication } from '#contract/application.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { canApply, visibleToStudent } from '../db/opportunityConditions.ts';
import type { Actor } from '../http/actor.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

/** Drafts a student may have at a time. */
const maxDrafts = 200;

/** The first version is random, so that a new draft is never mistaken for a removed one. */
const firstVersion = sql`1 + floor(random() * 1000000000)::integer`;

type StoredDraft = Pick<ApplicationDraft, 'answers' | 'version' | 'updated_at'>;

/** The draft for an opportunity; version 0 and no answers when there is none. @throws Refusal not_found when it is not visible */
export const readDraft = async (db: Db, actor: Actor, opportunity: number, now: Date): Promise<ApplicationDraft> => {
  const { rows } = await sql<ApplicationDraft>`
    select o.id as opportunity, coalesce(d.answers, '{}') as answers, coalesce(d.version, 0) as version, d.updated_at
    from opportunities o left join application_drafts d on d.opportunity_id = o.id and d.student_id = ${actor.user_id}
    where o.id = ${opportunity} and ${visibleToStudent(actor.user_id, now)}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row;
};

/**
 * Locks the opportunity against `apply`, not against other drafts. A save that arrives while the application is being sent
 * waits and finds the application, so that it does not create the draft again. @throws Refusal not_found
 */
const lockOpportunityForDraft = async (trx: Db, { user_id }: Actor, id: number, now: Date) => {
  const { rows } =
    await sql`select o.id from opportunities o where o.id = ${id} and ${visibleToStudent(user_id, now)} for key share of o`.execute(trx);
  if (rows.length === 0) throw new Refusal('not_found');
};

/** Answers whose key looks like a question id; the database checks whether the question exists. */
const withQuestionKeys = (answers: ApplicationDraft['answers']) =>
  Object.fromEntries(Object.entries(answers).filter(([key]) => /^[1-9]\d{0,9}$/.test(key)));

/** Inserts the draft, or updates it when `version` is the stored one; the returned `version` is null when it did neither. */
const writeDraft = async (trx: Db, { user_id }: Actor, opportunity: number, { answers, version }: DraftInput, now: Date) => {
  const { rows } = await sql<
    { given: ApplicationDraft['answers']; applied: boolean; full: boolean } & { [Field in keyof StoredDraft]: StoredDraft[Field] | null }
  >`
    with given as (
      select coalesce(jsonb_object_agg(one.key, one.value), '{}') as answers from jsonb_each(${JSON.stringify(withQuestionKeys(answers))}::jsonb) one
      where one.key in (select q.id::text from questions q where q.opportunity_id = ${opportunity})
    ), before as (
      select exists (select from applications a where a.student_id = ${user_id} and a.opportunity_id = ${opportunity}) as applied,
        (select count(*) from application_drafts d where d.student_id = ${user_id}) >= ${sql.lit(maxDrafts)} as "full"
    ), inserted as (
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
    select given.answers as given, before.applied, before."full", saved.answers, saved.version, saved.updated_at
    from given cross join before left join (select * from inserted union all select * from changed) saved on true`.execute(trx);
  return rows[0] as (typeof rows)[number];
};

interface DraftInput {
  answers: ApplicationDraft['answers'];
  /** The stored version these answers are based on, 0 for the first. */
  version: number;
}

/**
 * Stores answers as typed; keys that are not a question of the opportunity today are dropped. Changes nothing unless `version`
 * is the stored one. Equal answers are accepted with any version, because the reply to an earlier try may have been lost.
 * @throws Refusal not_found, already_applied, too_many_drafts, draft_conflict
 */
export const saveDraft = async (deps: Deps, actor: Actor, opportunity: number, input: DraftInput): Promise<ApplicationDraft> => {
  await enforceRateLimit(deps, 'draft', actor.user_id);
  return deps.db.transaction().execute(async (trx) => {
    await lockOpportunityForDraft(trx, actor, opportunity, deps.now());
    const { applied, full, given: answers, ...saved } = await writeDraft(trx, actor, opportunity, input, deps.now());
    if (applied) throw new Refusal('already_applied');
    if (saved.version !== null) return { opportunity, ...(saved as StoredDraft) };
    const { rows } = await sql<StoredDraft & { same: boolean }>`
      select answers, version, updated_at, answers = ${JSON.stringify(answers)}::jsonb as same from application_drafts
      where student_id = ${actor.user_id} and opportunity_id = ${opportunity}`.execute(trx);
    const [stored] = rows;
    if (!stored && full && input.version === 0) throw new Refusal('too_many_drafts');
    if (!stored?.same) throw new Refusal('draft_conflict');
    const { same: _, ...draft } = stored;
    return { opportunity, ...draft };
  });
};

/** Removes a draft, also for an opportunity that is no longer visible; does nothing when there is none. */
export const removeDraft = async (db: Db, actor: Actor, opportunity: number): Promise<void> => {
  await db.deleteFrom('application_drafts').where('student_id', '=', actor.user_id).where('opportunity_id', '=', opportunity).execute();
};

/** The number of answers that are not blank. In lax mode a JSON path treats a single text as a list of one. */
const answeredCount = sql`(select count(*)::integer from jsonb_each(d.answers) one
  where exists (select from jsonb_path_query(one.value, '$[*]') part where part #>> '{}' ~ '\\S'))`;

/** Drafts for opportunities the student can still see, last changed first. */
export const listDrafts = async (db: Db, actor: Actor, page: PageQuery, now: Date) => {
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<UnfinishedApplication & { total: number }>`
    select o.id as opportunity, o.title, g.name as organization_name, o.application_deadline,
      ${canApply(actor, tashkentDay(now))} as can_apply, ${answeredCount} as answered, d.updated_at, count(*) over () as total
    from application_drafts d join opportunities o on o.id = d.opportunity_id join organizations g on g.id = o.organization_id
    where d.student_id = ${actor.user_id} and ${visibleToStudent(actor.user_id, now)}
    order by d.updated_at desc, o.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
};
