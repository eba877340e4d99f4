import { isDeepStrictEqual } from 'node:util';
import type { ApplicantSnapshot } from '#contract/application.ts';
import type { Db } from '../db/connect.ts';
import { findStudentProfile } from '../students/studentProfile.ts';

/** The profile as an application keeps it; undefined when the user has none. */
export const readApplicant = async (db: Db, student_id: number): Promise<ApplicantSnapshot | undefined> => {
  const profile = await findStudentProfile(db, student_id);
  if (!profile) return undefined;
  const { id: _id, about_me: _about, updated_at: _at, resume_name: _name, ...applicant } = profile;
  return applicant;
};

/** Whether a profile says something else today than at submission; hiding the phone is no change of content. */
export const profileChanged = (kept: ApplicantSnapshot, today: ApplicantSnapshot | undefined): boolean =>
  today === undefined || !isDeepStrictEqual({ ...kept, phone_visible: true }, { ...today, phone_visible: true });
