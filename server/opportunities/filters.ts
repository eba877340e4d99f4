import { type RawBuilder, sql } from 'kysely';
import type { OpportunityQuery } from '#contract/opportunity.ts';
import { haveSameLabel, type OpportunityStatus, opportunityStatuses } from '#contract/opportunity-rules.ts';
import { apostropheCharacters, apostrophes, toLatin } from '#contract/textNormalization.ts';
import { notNumber } from '#contract/values.ts';
import { hasOpenDeadline, publiclyActive } from '../db/opportunityConditions.ts';
import { Invalid } from '../http/refusal.ts';

type Condition = RawBuilder<boolean>;
export type OpportunityFilters = Omit<OpportunityQuery, 'page' | 'page_size' | 'ordering' | 'scope' | 'search'>;

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/**
 * Substring match, in Latin or Cyrillic and with any apostrophe; text stored in Cyrillic is found by Cyrillic only. No index
 * supports it: every text is read, so the condition reads it once unless the query needs both alphabets.
 */
const contains = (column: RawBuilder<unknown>, text: string): Condition => {
  const original = text.normalize('NFC');
  const latin = toLatin(text);
  const inOriginal: Condition = sql`${column} ilike ${like(original)}`;
  if (latin === '') return inOriginal;
  const plain = latin.includes("'")
    ? sql`translate(${column}, ${apostropheCharacters}, ${"'".repeat(apostropheCharacters.length)})`
    : column;
  const inLatin: Condition = sql`${plain} ilike ${like(latin)}`;
  return original.replace(apostrophes, "'").toLowerCase() === latin ? inLatin : sql`(${inOriginal} or ${inLatin})`;
};

/** The requested statuses and those with the same label: closed also finds archived, and the other way round. */
const expandStatuses = (requested: readonly OpportunityStatus[]): OpportunityStatus[] =>
  (Object.keys(opportunityStatuses) as OpportunityStatus[]).filter((status) => requested.some((one) => haveSameLabel(one, status)));

/** The number in "3.5", "3,5" or "3.5 / 4"; null for any other text, which the filter never excludes. */
const parsedGpa = sql`replace(substring(o.min_gpa from '^\\s*(\\d{1,6}(?:[.,]\\d{1,6})?)\\s*(?:/\\s*\\d{1,6}(?:[.,]\\d{1,6})?)?\\s*$'), ',', '.')::numeric`;

/** Opportunities open to this average: a lower or equal minimum, none, or one that is not a number. @throws Invalid */
const gpaSuffices = (given: string): Condition => {
  const number = given.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(number)) throw new Invalid({ min_gpa: [notNumber] });
  return sql`coalesce(${parsedGpa} <= ${number}::numeric, true)`;
};

const isPresent = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** The public list contains published opportunities only, for any filter; `mine` contains all of one organization. */
const inScope = (statuses: OpportunityStatus[], organization: RawBuilder<number | null> | null): Condition[] => {
  if (!organization)
    return [sql`o.status = 'published'`, ...(statuses.length === 0 || statuses.includes('published') ? [] : [sql<boolean>`false`])];
  return [sql`o.organization_id = ${organization}`, ...(statuses.length === 0 ? [] : [sql<boolean>`o.status = any(${statuses}::text[])`])];
};

/**
 * The conditions of a list on `opportunities o`, joined with `and`.
 * @param organization the organization of `mine`, null for the public list
 * @param today the calendar day in Tashkent, `YYYY-MM-DD`
 * @throws Invalid when min_gpa is not a number
 */
export const filterConditions = (query: OpportunityFilters, organization: RawBuilder<number | null> | null, today: string): Condition => {
  const conditions = [sql<boolean>`o.deleted_at is null`, ...inScope(expandStatuses(query.status ?? []), organization)];
  if (isPresent(query.title)) conditions.push(contains(sql`o.title`, query.title.trim()));
  if (isPresent(query.location)) conditions.push(contains(sql`o.location`, query.location.trim()));
  if (query.opportunity_type && query.opportunity_type.length > 0)
    conditions.push(sql`o.opportunity_type = any(${query.opportunity_type}::text[])`);
  if (query.featured !== undefined) conditions.push(sql`o.featured = ${query.featured}`);
  if (query.is_remote !== undefined) conditions.push(sql`o.is_remote = ${query.is_remote}`);
  if (query.is_active !== undefined) conditions.push(query.is_active ? publiclyActive(today) : sql`not ${publiclyActive(today)}`);
  if (query.deadline_after) conditions.push(hasOpenDeadline(query.deadline_after));
  if (isPresent(query.min_gpa)) conditions.push(gpaSuffices(query.min_gpa));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

const orders: Record<NonNullable<OpportunityQuery['ordering']>, RawBuilder<unknown>> = {
  created_at: sql`o.created_at, o.id`,
  '-created_at': sql`o.created_at desc, o.id desc`,
  application_deadline: sql`o.application_deadline nulls last, o.id`,
  '-application_deadline': sql`o.application_deadline desc nulls last, o.id desc`,
  application_count: sql`o.application_count, o.id`,
  '-application_count': sql`o.application_count desc, o.id desc`,
  title: sql`lower(o.title), o.id`,
  '-title': sql`lower(o.title) desc, o.id desc`,
  start_date: sql`o.start_date nulls last, o.id`,
  '-start_date': sql`o.start_date desc nulls last, o.id desc`,
};
/** The `order by` expressions of a list, newest first by default. */
export const orderByClause = (ordering: OpportunityQuery['ordering']): RawBuilder<unknown> => orders[ordering ?? '-created_at'];

/** The condition of the partial index that holds the public list in this order; null when no index has the order. */
export const publicIndexCondition = (ordering: OpportunityQuery['ordering']): Condition | null =>
  (ordering ?? '-created_at').endsWith('created_at') ? sql`o.status = 'published' and o.deleted_at is null` : null;
