import { sql } from 'kysely';
import { deletedAccountName } from '#contract/application-rules.ts';
import type { ApplicationNote } from '#contract/review.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import { findAccessibleApplication } from './access.ts';

const noteColumns = (actor: Actor) => sql`n.id, n.text, case when u.id is null then ${deletedAccountName}
  else trim(concat_ws(' ', u.first_name, u.last_name)) end as author, coalesce(n.author_id = ${actor.user_id}, false) as is_own, n.created_at`;

/** One page of the notes members wrote about an application, newest first. @throws Refusal application_not_found */
export const listNotes = async (db: Db, actor: Actor, application_id: number, page: PageQuery) => {
  const { anonymize } = await findAccessibleApplication(db, actor, application_id);
  const { limit, offset } = pageWindow(page);
  const { rows } = await sql<ApplicationNote & { total: number }>`
    select ${noteColumns(actor)}, count(*) over () as total
    from application_notes n left join users u on u.id = n.author_id
    where n.application_id = ${application_id} order by n.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...note }) => ({ ...note, text: anonymize(note.text) })) };
};

/** Adds a note. @throws Refusal application_not_found */
export const addNote = (
  db: Db,
  actor: Actor,
  application_id: number,
  text: string,
  { now, storeReply }: { now: Date; storeReply: StoreReply },
): Promise<ApplicationNote> =>
  db.transaction().execute(async (trx) => {
    const { anonymize } = await findAccessibleApplication(trx, actor, application_id);
    const { rows } = await sql<ApplicationNote>`
      with n as (
        insert into application_notes (application_id, author_id, text, created_at)
        values (${application_id}, ${actor.user_id}, ${text}, ${now}) returning *
      )
      select ${noteColumns(actor)} from n left join users u on u.id = n.author_id`.execute(trx);
    const note = rows[0] as ApplicationNote;
    const reply = { ...note, text: anonymize(note.text) };
    await storeReply(trx, reply);
    return reply;
  });

/** Removes the actor's own note; a colleague's is not found. @throws Refusal application_not_found, not_found */
export const removeNote = async (db: Db, actor: Actor, application_id: number, id: number): Promise<void> => {
  await findAccessibleApplication(db, actor, application_id);
  const removed = await db
    .deleteFrom('application_notes')
    .where('id', '=', id)
    .where('application_id', '=', application_id)
    .where('author_id', '=', actor.user_id)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new Refusal('not_found');
};
