import * as z from 'zod/mini';
import { type OpportunityDetail, opportunityChange, requiredOnEdit } from '#contract/opportunity.ts';
import { emptyFields, type FieldValues, isRequired, toFieldPayload, toFieldValues } from './fields.ts';
import { emptyLists, type ListValues, toListPayload, toListValues } from './lists.ts';
import { noReviewCriteria, type ReviewCriteriaValues } from './reviewCriteria.ts';

/** What the form holds: the fields, the lists, and the review criteria, which are saved by a second call. */
export type OpportunityValues = FieldValues & ListValues & ReviewCriteriaValues;

/** The form of a new opportunity. */
export const emptyOpportunity: OpportunityValues = { ...emptyFields, ...emptyLists, ...noReviewCriteria };

/** The form of a saved opportunity. */
export const toOpportunityValues = (item: OpportunityDetail, criteria: ReviewCriteriaValues): OpportunityValues => ({
  ...criteria,
  ...toFieldValues(item),
  ...toListValues(item),
});

/** The whole opportunity as the server takes it, empty optional fields as null; without the review criteria. */
const toPayload = (values: OpportunityValues): Record<string, unknown> => ({ ...toFieldPayload(values), ...toListPayload(values) });

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The body of a create: empty optional values are left out; empty required ones are sent, so that each is refused by name. */
export const createPayload = (values: OpportunityValues) =>
  Object.fromEntries(Object.entries(toPayload(values)).filter(([name, value]) => isRequired(name) || !isEmpty(value)));

/** The body of a change: cleared fields are null; fields that were and are empty, and an untouched status, are left out. */
export const changePayload = (before: OpportunityValues) => {
  const saved = toPayload(before);
  return (values: OpportunityValues) =>
    Object.fromEntries(
      Object.entries(toPayload(values))
        .map(([name, value]) => [name, value === '' && name in requiredOnEdit ? null : value] as const)
        .filter(([name, value]) => !(isEmpty(value) && isEmpty(saved[name])) && !(name === 'status' && value === before.status)),
    );
};

/** The fields of a change that differ from what was saved; the others may have been changed by a colleague since. */
export const onlyChanged = (body: Record<string, unknown>, before: OpportunityValues, values: OpportunityValues) => {
  const [saved, current] = [toPayload(before), toPayload(values)];
  return Object.fromEntries(Object.entries(body).filter(([name]) => JSON.stringify(saved[name]) !== JSON.stringify(current[name])));
};

/** The schema of a change: a required field may stay empty (older rows), but not be cleared. */
export const changeSchema = (before: OpportunityValues) =>
  opportunityChange.check(
    ...(Object.keys(requiredOnEdit) as (keyof typeof requiredOnEdit)[])
      .filter((name) => before[name] !== '')
      .map((name) =>
        z.refine<z.infer<typeof opportunityChange>>((change) => change[name] !== null, { error: requiredOnEdit[name], path: [name] }),
      ),
  );

/** The same body as multipart with a cover: lists as JSON, null as an empty text. */
export const withCover = (body: Readonly<Record<string, unknown>>, cover: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    form.set(name, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  form.set('cover_image', cover);
  return form;
};

/** The opportunity as comparable text, without the review criteria and the ids of rows: equal texts need no second save. */
export const comparableContent = (values: OpportunityValues): string =>
  JSON.stringify(toPayload(values), (_, value) =>
    value !== null && typeof value === 'object' && 'row' in value ? { ...value, id: undefined, row: undefined } : value,
  );
