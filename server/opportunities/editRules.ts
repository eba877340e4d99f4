import { type RawBuilder, type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { FieldErrors } from '#contract/errors.ts';
import { opportunityChange, orderedFields, requiredOnEdit } from '#contract/opportunity.ts';
import { maxApplicationsBelowReceived, type OpportunityStatus, statusObstacle } from '#contract/opportunity-rules.ts';
import type { Tables } from '../db/tables.ts';
import { Invalid, Refusal, toFieldErrors } from '../http/refusal.ts';

export type OpportunityRow = Selectable<Tables['opportunities']>;
export type OpportunityChange = z.infer<typeof opportunityChange>;

/** Fields the form requires: each stays filled once filled, and all are filled before the first publication. */
export const requiredOnEditFields = Object.keys(requiredOnEdit) as (keyof typeof requiredOnEdit)[];

const requiredErrors = (fields: typeof requiredOnEditFields): FieldErrors =>
  Object.fromEntries(fields.map((field) => [field, [requiredOnEdit[field]]]));

/** Refuses to clear a required field; one that was empty before may stay empty. @throws Invalid */
export const refuseClearedFields = (row: OpportunityRow, body: OpportunityChange): void => {
  const cleared = requiredOnEditFields.filter((field) => body[field] === null && row[field] !== null);
  if (cleared.length > 0) throw new Invalid(requiredErrors(cleared));
};

/** Checks a range of which only one end is sent together with its stored other end. @throws Invalid */
export const refuseInvertedRanges = (row: OpportunityRow, body: OpportunityChange): void => {
  const touched = orderedFields
    .map(({ low, high }) => [low, high] as const)
    .filter((ends) => ends.some((field) => body[field] !== undefined))
    .flat();
  const merged = Object.fromEntries(touched.map((field) => [field, body[field] === undefined ? row[field] : body[field]]));
  const result = z.safeParse(opportunityChange, merged);
  if (!result.success) throw new Invalid(toFieldErrors(result.error.issues));
};

/** Refuses a limit of applications below the number already received. @throws Invalid */
export const refuseLimitBelowReceived = ({ application_count }: OpportunityRow, { max_applications }: OpportunityChange): void => {
  if (max_applications && max_applications < application_count)
    throw new Invalid({ max_applications: [maxApplicationsBelowReceived(application_count)] });
};

/**
 * Errors of the required fields that are still empty before the first publication, null when there are none: a copy without
 * a deadline would stay open forever. An opportunity that was public before, such as an imported one, is exempt.
 */
export const missingToPublish = (
  row: Pick<OpportunityRow, 'published_at' | keyof typeof requiredOnEdit>,
  body: OpportunityChange = {},
): FieldErrors | null => {
  if (row.published_at !== null) return null;
  const missing = requiredOnEditFields.filter((field) => (body[field] === undefined ? row[field] : body[field]) === null);
  return missing.length === 0 ? null : requiredErrors(missing);
};

/** `missingToPublish` of a row is null, as a SQL condition on `opportunities` without an alias. */
export const isPublishable: RawBuilder<boolean> = sql`(published_at is not null or (${sql.join(
  requiredOnEditFields.map((field) => sql`${sql.ref(field)} is not null`),
  sql` and `,
)}))`;

/** The status after a form is saved; closed sent for an archived opportunity leaves it archived. @throws Refusal by `statusObstacle` */
export const statusAfter = (from: OpportunityStatus, requested: OpportunityStatus | undefined): OpportunityStatus => {
  if (requested === undefined) return from;
  const obstacle = statusObstacle(from, requested);
  if (obstacle) throw new Refusal(obstacle);
  return from === 'archived' && requested === 'closed' ? from : requested;
};
