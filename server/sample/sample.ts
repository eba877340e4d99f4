import { sql } from 'kysely';
import { consentVersion, type UserType, userTypes } from '#contract/account-rules.ts';
import type { ApplicantSnapshot } from '#contract/application.ts';
import { type MemberRole, memberRoles } from '#contract/organization-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { insertProgrammes, organizationKey } from '../opportunities/import/bulkInsert.ts';
import { fillProfile } from './fictionalPeople.ts';
import {
  type FictionalOpportunity,
  fictionalOpportunities,
  fictionalProgrammes,
  sampleAccounts,
  sampleCreatedAt,
  sampleOrganizations,
} from './fictionalProgrammes.ts';
import { realProgrammes } from './realProgrammes.ts';
import { insertCriteria, insertReviews, insertViews, sampleInterview } from './reviews.ts';

const hour = 3_600_000;

/** Inserts the sample accounts. @returns ids in the order of `sampleAccounts`, null for an address that already had an account */
const insertAccounts = async (db: Db, now: Date): Promise<(number | null)[]> => {
  const ids: (number | null)[] = [];
  for (const { email, password, first_name, last_name, user_type, organization, role } of sampleAccounts) {
    const password_hash = await hashPassword(password);
    const user = await db
      .insertInto('users')
      .values({ email, password_hash, first_name, last_name, user_type, is_sample: true, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    ids.push(user?.id ?? null);
    if (!user) continue;
    if (!organization) {
      await db.insertInto('students').values({ user_id: user.id, updated_at: now }).execute();
      continue;
    }
    const { id } = await db
      .selectFrom('organizations')
      .select('id')
      .where('import_key', '=', organizationKey(sampleOrganizations[organization]))
      .executeTakeFirstOrThrow();
    await db.insertInto('members').values({ user_id: user.id, organization_id: id, role, created_at: now }).execute();
  }
  return ids;
};

const insertRequirements = async (db: Db, opportunity_id: number, { profile_requirements, questions }: FictionalOpportunity) => {
  await db
    .insertInto('profile_requirements')
    .values(profile_requirements.map((requirement, order) => ({ ...requirement, opportunity_id, order })))
    .execute();
  return db
    .insertInto('questions')
    .values(questions.map(({ answer: _answer, ...question }, order) => ({ ...question, opportunity_id, order })))
    .returning(['id', 'question', 'question_type'])
    .execute();
};

type StoredQuestions = Awaited<ReturnType<typeof insertRequirements>>;

interface StoredOpportunity {
  opportunity_id: number;
  item: FictionalOpportunity;
  questions: StoredQuestions;
  /** Ids of the criteria in their order. */
  criteria: number[];
  created_at: Date;
}

/** Members of the organization of an opportunity, by role. */
const findReviewers = ({ organization: offeredBy }: FictionalOpportunity, people: (number | null)[]) => {
  const findMember = (role: 'owner' | 'reviewer') =>
    people[sampleAccounts.findIndex((account) => account.organization === offeredBy && account.role === role)] ?? null;
  return { owner: findMember('owner'), reviewer: findMember('reviewer') };
};

const insertApplications = async (db: Db, opportunity: StoredOpportunity, people: (number | null)[], now: Date) => {
  const { opportunity_id, item, questions: stored, criteria, created_at } = opportunity;
  const reviewers = findReviewers(item, people);
  for (const { student, status, reason } of item.applications ?? []) {
    const student_id = people[student];
    if (!student_id) continue;
    // After the opportunity was created, and decided after it was sent.
    const applied_at = new Date(Math.max(now.getTime() - 40 * hour, created_at.getTime() + hour / 2));
    const decided_at = new Date(Math.max(now.getTime() - 5 * hour, (applied_at.getTime() + now.getTime()) / 2));
    const interview = sampleInterview(item.key, student, now);
    const answers = Object.fromEntries(
      stored.flatMap(({ id, question }) => {
        const answer = item.questions.find((one) => one.question === question)?.answer;
        return answer ? [[String(id), answer]] : [];
      }),
    );
    const applicant = (await readApplicant(db, student_id)) as ApplicantSnapshot;
    const { id } = await db
      .insertInto('applications')
      .values({
        opportunity_id,
        student_id,
        status,
        answers: JSON.stringify(answers),
        questions: JSON.stringify(stored),
        snapshot: JSON.stringify(applicant),
        search_text: applicantSearchText(applicant),
        reason: reason ?? null,
        interview_at: interview?.at ?? null,
        interview_place: interview?.place ?? null,
        applied_at,
        updated_at: status === 'pending' ? applied_at : decided_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const events = [
      { from_status: null, to_status: 'pending', actor_id: student_id, created_at: applied_at, reason: null as string | null },
    ];
    if (status !== 'pending') {
      const actor_id = status === 'withdrawn' ? student_id : (reviewers.owner as number);
      events.push({ from_status: 'pending' as never, to_status: status, actor_id, created_at: decided_at, reason: reason ?? null });
    }
    await db
      .insertInto('application_events')
      .values(events.map((event) => ({ ...event, application_id: id })))
      .execute();
    await db
      .insertInto('consents')
      .values({
        user_id: student_id,
        subject: 'application',
        subject_id: id,
        version: consentVersion,
        language: 'uz',
        given_at: applied_at,
      })
      .execute();
    await insertReviews(db, id, { key: item.key, applicant: student, criteria, reviewers }, decided_at);
  }
};

/**
 * Fills a new installation with sample data, once and outside production: sixty real programmes, two fictional organizations
 * with their opportunities and five accounts to sign in with. Rows deleted later are not inserted again.
 * @returns false when the sample was loaded before
 */
export const loadSample = (db: Db, now: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // The row also serves as the lock: a second instance waits here and then finds it.
    const { rows } = await sql`
      insert into first_runs (name, done_at) values ('sample', ${now}) on conflict do nothing returning name`.execute(trx);
    if (rows.length === 0) return false;
    const today = tashkentDay(now);
    await insertProgrammes(trx, realProgrammes(today, now), { is_sample: true });
    const ids = await insertProgrammes(trx, fictionalProgrammes(today, now), { is_sample: true });
    const people = await insertAccounts(trx, now);
    if (people[0]) await fillProfile(trx, people[0], now);
    for (const [index, item] of fictionalOpportunities.entries()) {
      const opportunity_id = ids.get(`sample:invented:${item.key}`) as number;
      const created_at = sampleCreatedAt(index, now);
      const questions = await insertRequirements(trx, opportunity_id, item);
      const criteria = await insertCriteria(trx, opportunity_id, item.key);
      await insertApplications(trx, { opportunity_id, item, questions, criteria, created_at }, people, now);
      await insertViews(trx, opportunity_id, created_at, now);
    }
    return true;
  });

/** Role label in the list of sample accounts. */
const roleLabel = (user_type: UserType, role: MemberRole | null) => (role === 'reviewer' ? memberRoles.reviewer : userTypes[user_type]);

/** The remaining sample accounts with their passwords, one per line, printed when the server starts outside production. */
export const sampleSignIns = async (db: Db): Promise<string> => {
  const rows = await db.selectFrom('users').select('email').where('is_sample', '=', true).execute();
  const existing = new Set(rows.map((row) => row.email));
  const lines = sampleAccounts
    .filter(({ email }) => existing.has(email))
    .map(({ user_type, role, email, password }) => `  ${roleLabel(user_type, role).padEnd(17)} ${email.padEnd(28)} ${password}\n`);
  return lines.length === 0 ? '' : `Sample accounts:\n${lines.join('')}`;
};
