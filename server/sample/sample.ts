import { sql } from 'kysely';
import { consentVersion, type UserType, userTypes } from '#contract/account-rules.ts';
import type { Applicant } from '#contract/application.ts';
import { type MemberRole, memberRoles } from '#contract/organization-rules.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';
import { insertProgrammes, organizationKey } from '../opportunities/bulkInsert.ts';
import { fillProfile } from './fictionalPeople.ts';
import {
  createdAt,
  type FictionalProgramme,
  fictionalDrafts,
  fictionalProgrammes,
  sampleAccounts,
  sampleOrganizations,
} from './fictionalProgrammes.ts';
import { realProgrammes } from './realProgrammes.ts';
import { sampleInterview, writeCriteria, writeReviews, writeViews } from './reviews.ts';

const hours = 3600_000;

/** The people, in the order of `sampleAccounts`; an address that somebody took is left to them. */
const writeAccounts = async (db: Db, now: Date): Promise<(number | null)[]> => {
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

const writeDemands = async (db: Db, opportunity_id: number, { demands, questions }: FictionalProgramme) => {
  await db
    .insertInto('profile_requirements')
    .values(demands.map((demand, order) => ({ ...demand, opportunity_id, order })))
    .execute();
  return db
    .insertInto('questions')
    .values(questions.map(({ answer: _answer, ...question }, order) => ({ ...question, opportunity_id, order })))
    .returning(['id', 'question', 'question_type'])
    .execute();
};

type KeptQuestions = Awaited<ReturnType<typeof writeDemands>>;

interface Offered {
  opportunity_id: number;
  item: FictionalProgramme;
  questions: KeptQuestions;
  /** Ids in their order. */
  criteria: number[];
  made_at: Date;
}

/** Members of the organization that offers something, by role. */
const judgesOf = ({ by }: FictionalProgramme, people: (number | null)[]) => {
  const memberAs = (role: 'owner' | 'reviewer') =>
    people[sampleAccounts.findIndex((account) => account.organization === by && account.role === role)] ?? null;
  return { owner: memberAs('owner'), reviewer: memberAs('reviewer') };
};

const writeApplications = async (db: Db, offered: Offered, people: (number | null)[], now: Date) => {
  const { opportunity_id, item, questions: kept, criteria, made_at } = offered;
  const judges = judgesOf(item, people);
  for (const { by, status, reason } of item.applied ?? []) {
    const student_id = people[by];
    if (!student_id) continue;
    // Neither before the item was there, nor decided before it was sent.
    const applied_at = new Date(Math.max(now.getTime() - 40 * hours, made_at.getTime() + hours / 2));
    const decided_at = new Date(Math.max(now.getTime() - 5 * hours, (applied_at.getTime() + now.getTime()) / 2));
    const interview = sampleInterview(item.key, by, now);
    const answers = Object.fromEntries(
      kept.flatMap(({ id, question }) => {
        const answer = item.questions.find((one) => one.question === question)?.answer;
        return answer ? [[String(id), answer]] : [];
      }),
    );
    const applicant = (await readApplicant(db, student_id)) as Applicant;
    const { id } = await db
      .insertInto('applications')
      .values({
        opportunity_id,
        student_id,
        status,
        answers: JSON.stringify(answers),
        questions: JSON.stringify(kept),
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
    const steps = [
      { from_status: null, to_status: 'pending', actor_id: student_id, created_at: applied_at, reason: null as string | null },
    ];
    if (status !== 'pending') {
      const actor_id = status === 'withdrawn' ? student_id : (judges.owner as number);
      steps.push({ from_status: 'pending' as never, to_status: status, actor_id, created_at: decided_at, reason: reason ?? null });
    }
    await db
      .insertInto('application_events')
      .values(steps.map((step) => ({ ...step, application_id: id })))
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
    await writeReviews(db, id, { key: item.key, applicant: by, criteria, judges }, decided_at);
  }
};

/**
 * Fills a new installation once, outside production: sixty real programmes, two invented organizations with what they offer
 * and five people to sign in as. What is deleted later does not come back.
 * @returns false when it was done before
 */
export const loadSample = (db: Db, now: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // The row is the lock too: a second instance waits here and then finds it.
    const { rows } = await sql`
      insert into first_runs (name, done_at) values ('sample', ${now}) on conflict do nothing returning name`.execute(trx);
    if (rows.length === 0) return false;
    const today = tashkentDay(now);
    await insertProgrammes(trx, realProgrammes(today, now), { is_sample: true });
    const ids = await insertProgrammes(trx, fictionalProgrammes(today, now), { is_sample: true });
    const people = await writeAccounts(trx, now);
    if (people[0]) await fillProfile(trx, people[0], now);
    for (const [index, item] of fictionalDrafts.entries()) {
      const opportunity_id = ids.get(`sample:invented:${item.key}`) as number;
      const made_at = createdAt(index, now);
      const questions = await writeDemands(trx, opportunity_id, item);
      const criteria = await writeCriteria(trx, opportunity_id, item.key);
      await writeApplications(trx, { opportunity_id, item, questions, criteria, made_at }, people, now);
      await writeViews(trx, opportunity_id, made_at, now);
    }
    return true;
  });

/** What somebody is called in the list of sign-ins. */
const nameOf = (user_type: UserType, role: MemberRole | null) => (role === 'reviewer' ? memberRoles.reviewer : userTypes[user_type]);

/** The sign-ins of the sample that are still there, one a line, for whoever starts the server outside production. */
export const sampleSignIns = async (db: Db): Promise<string> => {
  const rows = await db.selectFrom('users').select('email').where('is_sample', '=', true).execute();
  const there = new Set(rows.map((row) => row.email));
  const lines = sampleAccounts
    .filter(({ email }) => there.has(email))
    .map(({ user_type, role, email, password }) => `  ${nameOf(user_type, role).padEnd(17)} ${email.padEnd(28)} ${password}\n`);
  return lines.length === 0 ? '' : `Sample accounts:\n${lines.join('')}`;
};
