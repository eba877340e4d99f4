import { sql } from 'kysely';
import type { Notification } from '#contract/notification.ts';
import type { Db } from '../db/connect.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';

/** What a person may see by now: neither what still waits nor what was taken back. */
const shownTo = (user_id: number, now: Date) => sql`n.user_id = ${user_id} and n.cancelled_at is null and n.visible_at <= ${now}`;

/** What was said to a person, newest first, with the number of all that is unread. */
export const readNotifications = async (db: Db, user_id: number, query: PageQuery & { application?: number | undefined }, now: Date) => {
  const { limit, offset } = pageWindow(query);
  const asked = query.application === undefined ? sql`true` : sql`n.application_id = ${query.application}`;
  const { rows } = await sql<Notification & { total: number; unread: number }>`
    select counted.total, counted.unread, page.*
    from (
      select count(*) filter (where ${asked}) as total, count(*) filter (where n.read_at is null) as unread
      from notifications n where ${shownTo(user_id, now)}
    ) counted
    left join (
      select n.id, n.kind, n.title, n.text, g.name as organization_name, n.application_id as application, n.opportunity_id as opportunity,
        n.visible_at as created_at, n.read_at
      from notifications n left join organizations g on g.id = n.organization_id
      where ${shownTo(user_id, now)} and ${asked}
      order by n.visible_at desc, n.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) page on true
    order by page.created_at desc, page.id desc`.execute(db);
  const { count, results } = pageFromRows(rows);
  return {
    count,
    results: results.map(({ unread: _, ...item }: Notification & { unread?: number }) => item),
    unread: rows[0]?.unread ?? 0,
  };
};

/** Marks as read what is one's own and shown; without ids everything. @returns what is left unread */
export const markRead = async (db: Db, user_id: number, ids: readonly number[] | undefined, now: Date): Promise<{ unread: number }> => {
  const meant = ids === undefined ? sql`true` : sql`n.id = any(${ids}::int[])`;
  const { rows } = await sql<{ unread: number }>`
    with done as (
      update notifications n set read_at = ${now} where ${shownTo(user_id, now)} and n.read_at is null and ${meant} returning n.id
    )
    select count(*) as unread from notifications n
    where ${shownTo(user_id, now)} and n.read_at is null and n.id not in (select id from done)`.execute(db);
  return { unread: rows[0]?.unread ?? 0 };
};
