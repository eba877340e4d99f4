import { sql } from 'kysely';
import { canWithdraw } from '#contract/application-rules.ts';
import type { Db } from '../db/connect.ts';
import { clearStoredReplies } from '../http/idempotency.ts';

/**
 * Removes a student's personal data from their applications. Undecided ones are withdrawn, which frees their places; all rows
 * remain for the counts, without person, snapshot, texts or documents. Locks applications by id, then opportunities by id.
 */
export const removeStudentFromApplications = async (trx: Db, student_id: number, at: Date): Promise<void> => {
  const rows = await trx
    .selectFrom('applications')
    .select(['id', 'status', 'opportunity_id'])
    .where('student_id', '=', student_id)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) return;
  await trx
    .selectFrom('opportunities')
    .select('id')
    .where('id', 'in', [...new Set(rows.map(({ opportunity_id }) => opportunity_id))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const undecided = rows.filter(({ status }) => canWithdraw(status));
  if (undecided.length > 0) {
    await trx
      .updateTable('applications')
      .set({ status: 'withdrawn', updated_at: at })
      .where(
        'id',
        'in',
        undecided.map(({ id }) => id),
      )
      .execute();
    await trx
      .insertInto('application_events')
      .values(undecided.map(({ id, status }) => ({ application_id: id, from_status: status, to_status: 'withdrawn', created_at: at })))
      .execute();
  }
  const ids = rows.map(({ id }) => id);
  await trx.updateTable('application_events').set({ reason: null }).where('application_id', 'in', ids).execute();
  await trx.updateTable('application_events').set({ was: '{}' }).where('application_id', 'in', ids).where('was', 'is not', null).execute();
  // Notes and comments about the person are deleted; the scores remain, because the ranking needs them.
  await trx.deleteFrom('application_notes').where('application_id', 'in', ids).execute();
  await clearStoredReplies(
    trx,
    sql`exists (
      select from applications a where a.id = any(${ids}) and (starts_with(scope, 'POST /applications/' || a.id || '/notes/')
        or starts_with(scope, 'POST /applications/messages/') and a.student_name = reply::jsonb #>> '{example,to}'))`,
  );
  // Exports filtered by search text may name the person; their links return 404 from now on and can be made again.
  await sql`
    delete from exports e where (e.filter ? 'search' or e.filter ? 'student_university')
      and e.organization_id in (select a.organization_id from applications a where a.id = any(${ids}))`.execute(trx);
  await trx.updateTable('reviews').set({ comment: null }).where('application_id', 'in', ids).where('comment', 'is not', null).execute();
  await trx.deleteFrom('application_documents').where('application_id', 'in', ids).execute();
  await trx
    .updateTable('applications')
    .set({
      student_id: null,
      snapshot: null,
      answers: '{}',
      questions: '[]',
      reason: null,
      interview_at: null,
      interview_place: null,
      search_text: ' ',
    })
    .where('id', 'in', ids)
    .execute();
};
