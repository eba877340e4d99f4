import { sql } from 'kysely';
import type { Applicant } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { checkLink } from '../files/links.ts';
import type { Download } from '../http/download.ts';
import { limit } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { cvDownload, type SignedBy } from '../students/cv.ts';

/**
 * The profile an application was sent with, as the organization may see it: the link does not say who opens it, so the
 * phone is there only while that organization may know it. @throws Refusal link_expired, not_found when the account is gone
 */
export const openApplicationCv = async (deps: Pick<Deps, 'config' | 'db' | 'now'>, id: number, link: SignedBy): Promise<Download> => {
  checkLink(deps, `/api/applications/${id}/cv/`, link);
  const { rows } = await sql<{ snapshot: Applicant; phone_visible: boolean; status: ApplicationStatus }>`
    select a.snapshot, s.phone_visible, a.status from applications a join students s on s.user_id = a.student_id
    where a.id = ${id}`.execute(deps.db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  await limit(deps, 'cv', `application ${id}`);
  const phone = row.phone_visible || row.status === 'accepted' ? row.snapshot.phone : null;
  return cvDownload(deps, { ...row.snapshot, phone });
};
