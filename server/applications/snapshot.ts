import { isDeepStrictEqual } from 'node:util';
import type { ApplicantSnapshot } from '#contract/application.ts';
import type { Db } from '../db/connect.ts';
import { findStudentProfile } from '../students/studentProfile.ts';

/**
 * The profile as an application stores it; undefined when the user has none. The wire has the column `about_me` under both
 * names, `about_me` and `bio`; a snapshot stores it once, as `bio`.
 */
export const readApplicant = async (db: Db, student_id: number): Promise<ApplicantSnapshot | undefined> => {
  const profile = await findStudentProfile(db, student_id);
  if (!profile) return undefined;
  const { id: _id, about_me: _about, updated_at: _at, resume_name: _name, ...applicant } = profile;
  return applicant;
};

/** Whether the profile today differs from the snapshot; the visibility of the phone is not compared. */
export const profileChanged = (snapshot: ApplicantSnapshot, today: ApplicantSnapshot | undefined): boolean =>
  today === undefined || !isDeepStrictEqual({ ...snapshot, phone_visible: true }, { ...today, phone_visible: true });

/** Locks the profile of an applicant until the transaction ends, so that the files of the snapshot still exist when it is stored. */
export const lockProfile = async (trx: Db, student_id: number): Promise<void> => {
  await trx.selectFrom('students').select('user_id').where('user_id', '=', student_id).forShare().execute();
};
