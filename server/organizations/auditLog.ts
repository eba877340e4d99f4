import { sql } from 'kysely';
import type { AuditEntry } from '#contract/member.ts';
import { type AuditAction, auditActions } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import { labelSql } from '../db/sqlLabels.ts';
import { type PageQuery, pageFromRows, pageWindow } from '../http/paging.ts';

interface NewAuditEntry {
  organization_id: number;
  actor_id: number;
  action: AuditAction;
  /** Shown to owners as it is: an address, a role, a title. */
  details: string;
}
/** Writes an audit log entry in the caller's transaction. */
export const recordAudit = async (trx: Db, entry: NewAuditEntry, at: Date): Promise<void> => {
  await trx
    .insertInto('audit_log')
    .values({ ...entry, created_at: at })
    .execute();
};

/** A page of the audit log of an organization, newest first. */
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
