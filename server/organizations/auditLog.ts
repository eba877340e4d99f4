import { sql } from 'kysely';
import type { AuditEntry } from '#contract/member.ts';
import { type AuditAction, auditActions } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';

interface Done {
  organization_id: number;
  actor_id: number;
  action: AuditAction;
  details: string;
}
/** Remembers in the caller's transaction what was done in an organization's name. */
export const recordAudit = async (trx: Db, done: Done, at: Date): Promise<void> => {
  await trx
    .insertInto('audit_log')
    .values({ ...done, created_at: at })
    .execute();
};

/** What was done, newest first. */
export const readAudit = async (db: Db, organization_id: number, query: PageQuery) => {
  const { limit, offset } = pageWindow(query);
  const { rows } = await sql<AuditEntry & { total: number }>`
    select counted.total, page.*
    from (select count(*) as total from audit_log where organization_id = ${organization_id}) counted
    left join (
      select l.id, l.action, ${labelSql(sql`l.action`, auditActions)} as action_display,
        coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), '') as author, l.details, l.created_at
      from audit_log l left join users u on u.id = l.actor_id
      where l.organization_id = ${organization_id} order by l.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    ) page on true
    order by page.id desc`.execute(db);
  return pageFromRows(rows);
};
