import { randomBytes } from 'node:crypto';
import type { ApplicantSnapshot } from '#contract/application.ts';
import type { StudentListName } from '#contract/student.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, type World } from './world.ts';

/** One row of everything for a student and an organization, and the same for another student and another organization. */
export interface Fixture {
  student: Actor;
  other_student: Actor;
  organization: Actor & { organization_id: number };
  other_organization: Actor & { organization_id: number };
  admin: Actor;
  /** Published, and the student applied. */
  opportunity: number;
  /** Published, without applications. */
  open: number;
  draft: number;
  /** The student's pending application. */
  application: number;
  withdrawn: number;
  /** The student's application with an interview. */
  interviewed: number;
  /** The organization's decision about it, which can be undone. */
  decision: number;
  /** The organization's note about the application. */
  note: number;
  exam: number;
  section: number;
  skill: number;
  free_skill: number;
  /** The student's document of the application. */
  document: number;
  /** The student's row in each list. */
  entries: Record<StudentListName, number>;
}

/** The password of every account of a fixture. */
export const password = 'Qarag‘ay-ostida-7';
let hash: Promise<string> | undefined;
let serial = 0;
/** Inserts a row into any table and returns its id. */
export const insertRow = async (world: World, table: string, values: object): Promise<number> => {
  const { id } = (await world.db
    .insertInto(table as 'projects')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()) as { id: number };
  return id;
};

const addEntries = async (
  world: World,
  student: Actor,
  reference: Pick<Fixture, 'exam' | 'section' | 'skill'>,
): Promise<Fixture['entries']> => {
  const student_id = student.user_id;
  const add = (table: string, values: object) => insertRow(world, table, { student_id, ...values });
  const start_date = '2024-09-01';
  const { exam: exam_id, section: section_id, skill: skill_id } = reference;
  return {
    education: await add('education', { institution: 'TATU', degree: 'bachelor', field_of_study: 'IT', start_date, is_current: true }),
    experience: await add('experience', {
      title: 'Yordamchi',
      company: 'Bank',
      experience_type: 'internship',
      description: 'Ish',
      start_date,
      is_current: true,
    }),
    projects: await add('projects', { title: 'Sayt', description: 'Loyiha', start_date, is_ongoing: true }),
    'exam-scores': await add('exam_scores', { exam_id, section_id, score: '7.50' }),
    achievements: await add('achievements', { title: 'Olimpiada', achievement_type: 'award', date_achieved: start_date }),
    languages: await add('languages', { language: 'Ingliz', proficiency: 'native' }),
    skills: await add('student_skills', { skill_id, proficiency_level: 2 }),
    'social-links': await add('social_links', { platform: 'github', url: 'https://github.com/men' }),
  };
};

const addDocument = async (world: World, { user_id: owner_id }: Actor, application_id: number): Promise<number> => {
  const created_at = world.clock.now;
  const name = `document/${randomBytes(16).toString('hex')}.pdf`;
  await world.db
    .insertInto('files')
    .values({ name, kind: 'document', owner_id, content_type: 'application/pdf', size: 7, original_name: 'ilova.pdf', created_at })
    .execute();
  return insertRow(world, 'application_documents', { application_id, name: 'Ilova', file: name, created_at });
};

/** Creates a new fixture. A world can have several. */
export const aFixture = async (world: World): Promise<Fixture> => {
  serial += 1;
  const [student, other_student] = [await aStudent(world, {}, { phone: '+998901234567' }), await aStudent(world)];
  const [organization, other_organization] = [await anOrganizer(world), await anOrganizer(world)];
  const admin = await anAdmin(world);
  const exam = await insertRow(world, 'exams', { code: `imtihon${serial}`, name: `Imtihon ${serial}`, category: 'til', position: serial });
  const section = await insertRow(world, 'exam_sections', {
    exam_id: exam,
    name: 'Umumiy',
    min: 0,
    max: 9,
    step: 0.5,
    is_total: true,
    position: 1,
  });
  const skill = await insertRow(world, 'skills', { name: `Ko‘nikma ${serial}`, category: 'tool' });
  const free_skill = await insertRow(world, 'skills', { name: `Boshqa ko‘nikma ${serial}`, category: 'tool' });
  const [opportunity, open, withdrawnFrom] = [
    await anOpportunity(world, organization.organization_id),
    await anOpportunity(world, organization.organization_id),
    await anOpportunity(world, organization.organization_id),
  ];
  const foreignOpportunity = await anOpportunity(world, other_organization.organization_id);
  const times = { applied_at: world.clock.now, updated_at: world.clock.now, answers: '{}', questions: '[]' };
  const apply = async (actor: Actor, opportunity_id: number, status = 'pending') => {
    const snapshot = (await readApplicant(world.db, actor.user_id)) as ApplicantSnapshot;
    const applicant = { student_id: actor.user_id, snapshot: JSON.stringify(snapshot), search_text: applicantSearchText(snapshot) };
    return insertRow(world, 'applications', { opportunity_id, status, ...applicant, ...times });
  };
  const reference = { exam, section, skill };
  hash ??= hashPassword(password);
  const password_hash = await hash;
  await world.db.updateTable('users').set({ password_hash }).where('password_hash', '=', 'none').execute();
  for (const { session_id: id, user_id } of [student, other_student, organization, other_organization, admin]) {
    await world.db.insertInto('sessions').values({ id, user_id, created_at: world.clock.now, rotated_at: world.clock.now }).execute();
  }
  const entries = await addEntries(world, student, reference);
  await addEntries(world, other_student, reference);
  await addDocument(world, other_student, await apply(other_student, foreignOpportunity));
  const application = await apply(student, opportunity);
  const { organization_id, user_id: actor_id } = organization;
  const created_at = world.clock.now;
  const interviewed = await apply(student, await anOpportunity(world, organization_id), 'interview_scheduled');
  await world.db
    .updateTable('applications')
    .set({ interview_at: '2026-09-20T06:00:00Z', interview_place: 'Toshkent' })
    .where('id', '=', interviewed)
    .execute();
  const decision = await insertRow(world, 'decisions', { organization_id, actor_id, to_status: 'interview_scheduled', created_at });
  const previous = JSON.stringify({ reason: null, interview_at: null, interview_place: null });
  const step = {
    from_status: 'under_review',
    to_status: 'interview_scheduled',
    actor_id,
    decision_id: decision,
    was: previous,
    created_at,
  };
  await insertRow(world, 'application_events', { application_id: interviewed, ...step });
  return {
    student,
    other_student,
    organization,
    other_organization,
    admin,
    opportunity,
    open,
    draft: await anOpportunity(world, organization.organization_id, { status: 'draft', published_at: null }),
    application,
    interviewed,
    decision,
    note: await insertRow(world, 'application_notes', { application_id: application, author_id: actor_id, text: 'Yaxshi', created_at }),
    document: await addDocument(world, student, application),
    withdrawn: await apply(student, withdrawnFrom, 'withdrawn'),
    ...reference,
    free_skill,
    entries,
  };
};
