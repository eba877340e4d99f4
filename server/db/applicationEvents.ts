import { type RawBuilder, sql } from 'kysely';

/** True for an event `e` (alias of `application_events`) whose decision was not undone for this application and that is not itself the undo. */
export const notUndone: RawBuilder<boolean> = sql`(e.decision_id is null or not exists (
  select from application_events u where u.application_id = e.application_id and u.decision_id = e.decision_id and u.was is null))`;
