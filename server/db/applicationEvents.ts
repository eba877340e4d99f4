import { type RawBuilder, sql } from 'kysely';

/** On `application_events e`: the event is not an undo and was not undone for this application. */
export const notUndone: RawBuilder<boolean> = sql`(e.decision_id is null or not exists (
  select from application_events u where u.application_id = e.application_id and u.decision_id = e.decision_id and u.was is null))`;
