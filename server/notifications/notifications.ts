import { sql } from 'kysely';
import type { Notification } from '#contract/notification.ts';
import type { Db } from '../db/connect.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';

/** Notifications a user may see: neither still scheduled nor cancelled. */
const visibleToUser = (user_id: number, now: Date) => sql`n.user_id = ${user_id} and n.cancelled_at is null and n.visible_at <= ${now}`;

/** A user's notifications, newest first, optionally of one application; `unread` counts all of them. */
export const readNotifications = async (db: Db, user_id: number, query: PageQuery & { application?: number | undefined }, now: Date) => {
  const { limit, offset } = pageWindow(query);
  const matches = query.application === undefined ? sql`true` : sql`n.application_id = ${query.application}`;
  const { rows } = await sql<Notification & { total: number; unread: number }>`
    select counted.total, counted.unread, page.*
    from (
      select count(*) filter (where ${matches}) as total, count(*) filter (where n.read_at is null) as unread
      from notifications n where ${visibleToUser(user_id, now)}
    ) counted
    left join (
      select n.id, n.kind, n.title, n.text, g.name as organization_name, n.application_id as application, n.opportunity_id as opportunity,
        n.visible_at as created_at, n.read_at
      from notifications n left join organizations g on g.id = n.organization_id
      where ${visibleToUser(user_id, now)} and ${matches}
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

/** Marks the user's visible notifications as read; without ids all of them. @returns the number still unread */
export const markRead = async (db: Db, user_id: number, ids: readonly number[] | undefined, now: Date): Promise<{ unread: number }> => {
  const matches = ids === undefined ? sql`true` : sql`n.id = any(${ids}::int[])`;
  const { rows } = await sql<{ unread: number }>`
    with marked as (
      update notifications n set read_at = ${now} where ${visibleToUser(user_id, now)} and n.read_at is null and ${matches} returning n.id
    )
    select count(*) as unread from notifications n
    where ${visibleToUser(user_id, now)} and n.read_at is null and n.id not in (select id from marked)`.execute(db);
  return { unread: rows[0]?.unread ?? 0 };
};
