import { type RawBuilder, sql } from 'kysely';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import type { MemberRole } from '#contract/organization-rules.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import { Refusal } from '../http/refusal.ts';
import { type ApplicantIdentity, anonymizer, applicantIdentities } from './anonymize.ts';

export interface AccessibleApplication {
  id: number;
  opportunity_id: number;
  organization_id: number;
  status: ApplicationStatus;
  /** The student's account was deleted. */
  is_deleted: boolean;
  /** The caller's role in the organization. */
  role: MemberRole;
  /** The opportunity is in blind review now. */
  is_blind: boolean;
  /** Hides the applicant in a text in a blind review; returns it unchanged otherwise. */
  anonymize: (text: string) => string;
}

/**
 * An application the caller's organization received.
 * @param lock a locking clause such as `for update of a`, none by default
 * @throws Refusal application_not_found to others than members of that organization
 */
export const findAccessibleApplication = async (
  db: Db,
  actor: Actor,
  id: number,
  lock: RawBuilder<unknown> = sql``,
): Promise<AccessibleApplication> => {
  const { rows } = await sql<Omit<AccessibleApplication, 'anonymize'> & { people: ApplicantIdentity[] }>`
    select a.id, a.opportunity_id, a.organization_id, a.status, a.student_id is null as is_deleted, m.role, o.blind_review as is_blind,
      ${applicantIdentities} as people
    from applications a join opportunities o on o.id = a.opportunity_id
    join members m on m.organization_id = a.organization_id and m.user_id = ${actor.user_id}
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    where a.id = ${id} ${lock}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('application_not_found');
  const { people: identities, ...application } = row;
  return { ...application, anonymize: row.is_blind ? anonymizer(identities) : (text) => text };
};
