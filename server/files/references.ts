import { sql } from 'kysely';

const url = sql`('/files/' || f.name)`;
const inSnapshot = (field: 'avatar' | 'resume') =>
  sql`exists (select from applications a where a.student_id = f.owner_id and a.snapshot->>${sql.lit(field)} = ${url})`;
/** A name is random and long: wherever it stands in somebody's answers, it means the file. */
const named = (table: 'applications' | 'application_drafts') =>
  sql`exists (select from ${sql.table(table)} a where a.student_id = f.owner_id and strpos(a.answers::text, f.name) > 0)`;

/**
 * Whether the file `f` is in use. What a person uploaded is looked for among what is that person's; an application keeps
 * the picture and the resume it was sent with.
 */
export const isReferenced = sql<boolean>`case f.kind
  when 'avatar' then exists (select from students s where s.user_id = f.owner_id and s.avatar = ${url}) or ${inSnapshot('avatar')}
  when 'resume' then exists (select from students s where s.user_id = f.owner_id and s.resume = ${url}) or ${inSnapshot('resume')}
  when 'document' then exists (select from application_documents d where d.file = f.name)
    or ${named('applications')} or ${named('application_drafts')}
  when 'cover' then ${url} in (select cover_image from opportunities where cover_image is not null)
  when 'logo' then ${url} in (select logo from organizations where logo is not null)
  else true end`;
