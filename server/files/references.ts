import { sql } from 'kysely';
import { fileUrlPrefix } from '#contract/fileUrl.ts';

const url = sql`(${sql.lit(fileUrlPrefix)} || f.name)`;
const inSnapshot = (field: 'avatar' | 'resume') =>
  sql`exists (select from applications a where a.student_id = f.owner_id and a.snapshot->>${sql.lit(field)} = ${url})`;
/** A name is long and random, so its text inside the owner's answers always means this file. */
const inAnswers = (table: 'applications' | 'application_drafts') =>
  sql`exists (select from ${sql.table(table)} a where a.student_id = f.owner_id and strpos(a.answers::text, f.name) > 0)`;

/**
 * SQL: whether any row refers to the file `f`. A person's upload is searched only in that person's rows; an application
 * refers to the picture and the resume it was sent with.
 */
export const isReferenced = sql<boolean>`case f.kind
  when 'avatar' then exists (select from students s where s.user_id = f.owner_id and s.avatar = ${url}) or ${inSnapshot('avatar')}
  when 'resume' then exists (select from students s where s.user_id = f.owner_id and s.resume = ${url}) or ${inSnapshot('resume')}
  when 'document' then exists (select from application_documents d where d.file = f.name)
    or ${inAnswers('applications')} or ${inAnswers('application_drafts')}
  when 'cover' then ${url} in (select cover_image from opportunities where cover_image is not null)
  when 'logo' then ${url} in (select logo from organizations where logo is not null)
  else true end`;
