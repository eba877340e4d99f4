import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { fileUrlPrefix } from '#contract/fileUrl.ts';
import type { StudentProfile, studentProfileInput } from '#contract/student.ts';
import { renameUser } from '../accounts/accounts.ts';
import type { Db } from '../db/connect.ts';
import { signedLink, signedUrl } from '../files/signedLinks.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type EntryTable, entriesJson, entryTables } from './profileEntryTables.ts';

const entries = (list: EntryTable) => entriesJson(list, sql`s.user_id`);

/** A profile as stored: paths of private files without a signature. */
export type StoredProfile = Omit<StudentProfile, 'cv_url'>;

/** The profile with its lists, in one statement; undefined when the user has none. Applications store it as their snapshot. */
export const findStudentProfile = async (db: Db, student_id: number): Promise<StoredProfile | undefined> => {
  const { rows } = await sql<StoredProfile>`
    select s.user_id as id, u.first_name, u.last_name, u.email, s.phone, s.phone_visible, s.date_of_birth, s.location, s.university,
      s.major, s.graduation_year, s.about_me, s.about_me as bio, s.avatar, s.portfolio_url, s.resume,
      (select f.original_name from files f where f.name = substr(s.resume, length(${sql.lit(fileUrlPrefix)}) + 1)) as resume_name,
      ${entries(entryTables.education)} as education, ${entries(entryTables.experience)} as experiences, ${entries(entryTables.skills)} as skills,
      ${entries(entryTables.projects)} as projects, ${entries(entryTables.languages)} as languages,
      ${entries(entryTables.achievements)} as achievements, ${entries(entryTables['social-links'])} as social_links,
      greatest(s.updated_at, u.updated_at) as updated_at
    from students s join users u on u.id = s.user_id where s.user_id = ${student_id}`.execute(db);
  return rows[0];
};

type ProfileDeps = Pick<Deps, 'config' | 'db' | 'now'>;

/** The profile as its student sees it, with signed links to private files. @throws Refusal student_profile_not_found */
export const readStudentProfile = async (deps: ProfileDeps, student_id: number): Promise<StudentProfile> => {
  const profile = await findStudentProfile(deps.db, student_id);
  if (!profile) throw new Refusal('student_profile_not_found');
  return { ...profile, resume: signedUrl(deps, profile.resume), cv_url: signedLink(deps, `/api/students/cv/${student_id}/`) };
};

/** Sets `updated_at` and thereby locks the row until the transaction ends. @throws Refusal student_profile_not_found */
export const touchStudent = async (db: Db, student_id: number, at: Date): Promise<void> => {
  const { numUpdatedRows } = await db.updateTable('students').set({ updated_at: at }).where('user_id', '=', student_id).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('student_profile_not_found');
};

/**
 * Changes the profile, names included; absent fields stay, null clears. `about_me` takes precedence over its alias `bio`.
 * @throws Refusal student_profile_not_found
 */
export const changeStudentProfile = (
  { config, db, now }: ProfileDeps,
  student_id: number,
  { first_name, last_name, about_me, bio, ...fields }: z.infer<typeof studentProfileInput>,
): Promise<StudentProfile> =>
  db.transaction().execute(async (trx) => {
    const about = about_me === undefined ? bio : about_me;
    const changes = { ...fields, ...(about === undefined ? {} : { about_me: about }) };
    await touchStudent(trx, student_id, now());
    if (Object.keys(changes).length > 0) await trx.updateTable('students').set(changes).where('user_id', '=', student_id).execute();
    if (first_name !== undefined || last_name !== undefined) {
      await renameUser({ db: trx, now }, student_id, { first_name, last_name });
    }
    return readStudentProfile({ config, db: trx, now }, student_id);
  });
