import { type RawBuilder, sql } from 'kysely';

/** A step `e` of an application that was not undone for this application, nor is itself an undoing. */
export const notUndone: RawBuilder<boolean> = sql`(e.decision_id is null or not exists (
  select from application_events u where u.application_id = e.application_id and u.decision_id = e.decision_id and u.was is null))`;
