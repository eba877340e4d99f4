import { sql } from 'kysely';
import type { ApplicantSnapshot } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { assertValidLink, isValidLink, type LinkSignature } from '../files/signedLinks.ts';
import type { Download } from '../http/download.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type ApplicantIdentity, anonymizeApplicant, anonymizer, applicantIdentities } from '../review/anonymize.ts';
import { cvDownload } from '../students/cv.ts';

/**
 * The CV of the profile an application was sent with. The organization's link shows the phone only when the organization may
 * know it, and no person in a blind review; the student's own link always shows the person.
 * @throws Refusal link_expired, not_found when the account was deleted
 */
export const openApplicationCv = async (
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'storage'>,
  id: number,
  link: LinkSignature,
): Promise<Download> => {
  const path = `/api/applications/${id}/cv/`;
  const isStudentLink = isValidLink(deps, path, link, 'student');
  if (!isStudentLink) assertValidLink(deps, path, link);
  const { rows } = await sql<{
    snapshot: ApplicantSnapshot;
    phone_visible: boolean;
    status: ApplicationStatus;
    is_blind: boolean;
    people: ApplicantIdentity[];
  }>`
    select a.snapshot, s.phone_visible, a.status, o.blind_review as is_blind, ${applicantIdentities} as people
    from applications a join students s on s.user_id = a.student_id join users u on u.id = a.student_id
    join opportunities o on o.id = a.opportunity_id
    where a.id = ${id}`.execute(deps.db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  await enforceRateLimit(deps, 'cv', `application ${id}`);
  if (row.is_blind && !isStudentLink) return cvDownload(deps, anonymizeApplicant(id, row.snapshot, anonymizer(row.people)));
  const phone = row.phone_visible || row.status === 'accepted' ? row.snapshot.phone : null;
  return cvDownload(deps, { ...row.snapshot, phone });
};
