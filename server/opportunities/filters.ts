import { type RawBuilder, sql } from 'kysely';
import type { OpportunityQuery } from '#contract/opportunity.ts';
import type { OpportunityStatus } from '#contract/opportunity-rules.ts';
import { apostropheCharacters, apostrophes, toLatin } from '#contract/textNormalization.ts';
import { notNumber } from '#contract/values.ts';
import { publiclyActive } from '../db/opportunityConditions.ts';
import { Invalid } from '../http/refusal.ts';

type Condition = RawBuilder<boolean>;
export type Filters = Omit<OpportunityQuery, 'page' | 'page_size' | 'ordering' | 'scope' | 'search'>;

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/**
 * Part of a text, in Latin or Cyrillic and with any apostrophe; what is stored in Cyrillic is found in Cyrillic alone. No index
 * helps here: every text is read, as often and with as much ado as these words need.
 */
const contains = (column: RawBuilder<unknown>, text: string): Condition => {
  const written = text.normalize('NFC');
  const latin = toLatin(text);
  const asWritten: Condition = sql`${column} ilike ${like(written)}`;
  if (latin === '') return asWritten;
  const plain = latin.includes("'")
    ? sql`translate(${column}, ${apostropheCharacters}, ${"'".repeat(apostropheCharacters.length)})`
    : column;
  const inLatin: Condition = sql`${plain} ilike ${like(latin)}`;
  return written.replace(apostrophes, "'").toLowerCase() === latin ? inLatin : sql`(${asWritten} or ${inLatin})`;
};

/** closed and archived are one thing under two names. */
const statusesMeant = (given: readonly OpportunityStatus[]): OpportunityStatus[] => {
  const meant = new Set(given);
  if (meant.has('closed') || meant.has('archived')) meant.add('closed').add('archived');
  return [...meant];
};

/** "3.5", "3,5" and "3.5 / 4" have a number to compare; any other text does not and is never filtered away. */
const parsedGpa = sql`replace(substring(o.min_gpa from '^\\s*(\\d{1,6}(?:[.,]\\d{1,6})?)\\s*(?:/\\s*\\d{1,6}(?:[.,]\\d{1,6})?)?\\s*$'), ',', '.')::numeric`;

/** Keeps what somebody with this average may try: a lower or equal demand, none, or one that cannot be compared. */
const gpaReached = (given: string): Condition => {
  const number = given.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(number)) throw new Invalid({ min_gpa: [notNumber] });
  return sql`coalesce(${parsedGpa} <= ${number}::numeric, true)`;
};

const present = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** The public list holds published items only, whatever else is asked; `mine` holds every item of one organization. */
const inScope = (statuses: OpportunityStatus[], organization: RawBuilder<number | null> | null): Condition[] => {
  if (!organization)
    return [sql`o.status = 'published'`, ...(statuses.length === 0 || statuses.includes('published') ? [] : [sql<boolean>`false`])];
  return [sql`o.organization_id = ${organization}`, ...(statuses.length === 0 ? [] : [sql<boolean>`o.status = any(${statuses}::text[])`])];
};

/**
 * The conditions of a list on `opportunities o`, one entry each.
 * @param organization whose items, null for the public list
 * @throws Invalid when min_gpa is no number
 */
export const filterConditions = (query: Filters, organization: RawBuilder<number | null> | null, today: string): Condition => {
  const conditions = [sql<boolean>`o.deleted_at is null`, ...inScope(statusesMeant(query.status ?? []), organization)];
  if (present(query.title)) conditions.push(contains(sql`o.title`, query.title.trim()));
  if (present(query.location)) conditions.push(contains(sql`o.location`, query.location.trim()));
  if (query.opportunity_type && query.opportunity_type.length > 0)
    conditions.push(sql`o.opportunity_type = any(${query.opportunity_type}::text[])`);
  if (query.featured !== undefined) conditions.push(sql`o.featured = ${query.featured}`);
  if (query.is_remote !== undefined) conditions.push(sql`o.is_remote = ${query.is_remote}`);
  if (query.is_active !== undefined) conditions.push(query.is_active ? publiclyActive(today) : sql`not ${publiclyActive(today)}`);
  // No deadline never passes, so it is after any day.
  if (query.deadline_after)
    conditions.push(sql`(o.application_deadline is null or o.application_deadline >= ${query.deadline_after}::date)`);
  if (present(query.min_gpa)) conditions.push(gpaReached(query.min_gpa));
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
export const orderByClause = (ordering: OpportunityQuery['ordering']): RawBuilder<unknown> => orders[ordering ?? '-created_at'];

/** What the index of the public list holds in the order asked for; null when it stands in another order. */
export const publicIndexCondition = (ordering: OpportunityQuery['ordering']): Condition | null =>
  (ordering ?? '-created_at').endsWith('created_at') ? sql`o.status = 'published' and o.deleted_at is null` : null;
