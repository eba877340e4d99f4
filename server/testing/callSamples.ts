import { randomBytes } from 'node:crypto';
import { accountCalls } from '#contract/account.ts';
import { type ApplicantSnapshot, applicationCalls } from '#contract/application.ts';
import type { Call } from '#contract/call.ts';
import { memberCalls } from '#contract/member.ts';
import { notificationCalls } from '#contract/notification.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { reviewCalls } from '#contract/review.ts';
import { type StudentListName, studentCalls, studentLists } from '#contract/student.ts';
import { invitationHash } from '../accounts/invitationTokens.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import { signedLink } from '../files/signedLinks.ts';
import type { Actor } from '../http/actor.ts';
import { aPdf, aPng } from './sampleFiles.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, callUrl, type World } from './world.ts';

/** A populated corner of a world: one of everything for a student and an organization, and as much for another of each. */
export interface Setting {
  student: Actor;
  other_student: Actor;
  organization: Actor & { organization_id: number };
  other_organization: Actor & { organization_id: number };
  admin: Actor;
  /** Published; the student applied to it. */
  opportunity: number;
  /** Published; nobody applied. */
  open: number;
  draft: number;
  /** The student's, pending. */
  application: number;
  withdrawn: number;
  /** The student's, with an interview; a decision of the organization that can be undone. */
  interviewed: number;
  decision: number;
  /** The organization's, about the application. */
  note: number;
  exam: number;
  section: number;
  skill: number;
  free_skill: number;
  /** Added by the student to the application. */
  document: number;
  /** The student's row in each list. */
  entries: Record<StudentListName, number>;
}

export const password = 'Qarag‘ay-ostida-7';
let hash: Promise<string> | undefined;
let serial = 0;
const insert = async (world: World, table: string, values: object): Promise<number> => {
  const { id } = (await world.db
    .insertInto(table as 'projects')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()) as { id: number };
  return id;
};

const addEntries = async (world: World, student: Actor, of: Pick<Setting, 'exam' | 'section' | 'skill'>): Promise<Setting['entries']> => {
  const student_id = student.user_id;
  const add = (table: string, values: object) => insert(world, table, { student_id, ...values });
  const start_date = '2024-09-01';
  const { exam: exam_id, section: section_id, skill: skill_id } = of;
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
  return insert(world, 'application_documents', { application_id, name: 'Ilova', file: name, created_at });
};

/** A fresh setting in a world that may hold others. */
export const aSetting = async (world: World): Promise<Setting> => {
  serial += 1;
  const [student, other_student] = [await aStudent(world, {}, { phone: '+998901234567' }), await aStudent(world)];
  const [organization, other_organization] = [await anOrganizer(world), await anOrganizer(world)];
  const admin = await anAdmin(world);
  const exam = await insert(world, 'exams', { code: `imtihon${serial}`, name: `Imtihon ${serial}`, category: 'til', position: serial });
  const section = await insert(world, 'exam_sections', {
    exam_id: exam,
    name: 'Umumiy',
    min: 0,
    max: 9,
    step: 0.5,
    is_total: true,
    position: 1,
  });
  const skill = await insert(world, 'skills', { name: `Ko‘nikma ${serial}`, category: 'tool' });
  const free_skill = await insert(world, 'skills', { name: `Boshqa ko‘nikma ${serial}`, category: 'tool' });
  const [opportunity, open, left] = [
    await anOpportunity(world, organization.organization_id),
    await anOpportunity(world, organization.organization_id),
    await anOpportunity(world, organization.organization_id),
  ];
  const foreign = await anOpportunity(world, other_organization.organization_id);
  const at = { applied_at: world.clock.now, updated_at: world.clock.now, answers: '{}', questions: '[]' };
  const apply = async (actor: Actor, opportunity_id: number, status = 'pending') => {
    const snapshot = (await readApplicant(world.db, actor.user_id)) as ApplicantSnapshot;
    const who = { student_id: actor.user_id, snapshot: JSON.stringify(snapshot), search_text: applicantSearchText(snapshot) };
    return insert(world, 'applications', { opportunity_id, status, ...who, ...at });
  };
  const of = { exam, section, skill };
  hash ??= hashPassword(password);
  const password_hash = await hash;
  await world.db.updateTable('users').set({ password_hash }).where('password_hash', '=', 'none').execute();
  for (const { session_id: id, user_id } of [student, other_student, organization, other_organization, admin]) {
    await world.db.insertInto('sessions').values({ id, user_id, created_at: world.clock.now, rotated_at: world.clock.now }).execute();
  }
  const entries = await addEntries(world, student, of);
  await addEntries(world, other_student, of);
  await addDocument(world, other_student, await apply(other_student, foreign));
  const application = await apply(student, opportunity);
  const { organization_id, user_id: actor_id } = organization;
  const created_at = world.clock.now;
  const interviewed = await apply(student, await anOpportunity(world, organization_id), 'interview_scheduled');
  await world.db
    .updateTable('applications')
    .set({ interview_at: '2026-09-20T06:00:00Z', interview_place: 'Toshkent' })
    .where('id', '=', interviewed)
    .execute();
  const decision = await insert(world, 'decisions', { organization_id, actor_id, to_status: 'interview_scheduled', created_at });
  const was = JSON.stringify({ reason: null, interview_at: null, interview_place: null });
  const step = { from_status: 'under_review', to_status: 'interview_scheduled', actor_id, decision_id: decision, was, created_at };
  await insert(world, 'application_events', { application_id: interviewed, ...step });
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
    note: await insert(world, 'application_notes', { application_id: application, author_id: actor_id, text: 'Yaxshi', created_at }),
    document: await addDocument(world, student, application),
    withdrawn: await apply(student, left, 'withdrawn'),
    ...of,
    free_skill,
    entries,
  };
};

export interface Sample {
  params?: Record<string, number | string>;
  /** What a signed link carries. */
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Files by field name; the body then goes as multipart/form-data. */
  files?: Record<string, Buffer>;
  /** Who is entitled to send it. */
  by: 'student' | 'organization' | 'admin';
}
/** What a sample sends, other fields under its own. */
export const samplePayload = (
  { body, files }: Pick<Sample, 'body' | 'files'>,
  others: Record<string, unknown> = {},
): object | undefined => {
  const fields = { ...others, ...body };
  if (!files) return body || Object.keys(others).length > 0 ? fields : undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [name, data] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(data)]), 'namuna');
  return form;
};
type Making = (setting: Setting, world: World) => Sample | Promise<Sample>;

type AnyCall = Pick<Call, 'method' | 'path'>;
export const callKey = ({ method, path }: AnyCall): string => `${method} ${path}`;
const unique = () => {
  serial += 1;
  return `yangi${serial}@example.uz`;
};

const signUp = () => ({ email: unique(), first_name: 'Yangi', last_name: 'Kishi', password, password_confirm: password });
/** An account that can sign in, and a pair of its tokens. */
const anAccount = async (world: World) => {
  const body = signUp();
  await world.ask(null, accountCalls.register, { body });
  const { reply } = await world.ask(null, accountCalls.login, { body: { email: body.email, password } });
  return { email: body.email, refresh: reply.refresh };
};

const student =
  (making: (setting: Setting) => Omit<Sample, 'by'> = () => ({})): Making =>
  (setting) => ({ by: 'student', ...making(setting) });
const organization =
  (making: (setting: Setting) => Omit<Sample, 'by'> = () => ({})): Making =>
  (setting) => ({ by: 'organization', ...making(setting) });

const admin =
  (making: (setting: Setting) => Omit<Sample, 'by'> = () => ({})): Making =>
  (setting) => ({ by: 'admin', ...making(setting) });

const start_date = '2025-01-01';
const opportunityBody = () => ({
  title: 'Yangi dastur',
  description: 'Tavsif',
  start_date: '2026-12-01',
  application_deadline: '2026-11-01',
  location: 'Buxoro',
});
const entryBodies: Record<StudentListName, (setting: Setting) => Record<string, unknown>> = {
  education: () => ({ institution: 'O‘zMU', degree: 'master', field_of_study: 'Fizika', start_date, is_current: true }),
  experience: () => ({ title: 'T', company: 'C', experience_type: 'project', description: 'D', start_date, is_current: true }),
  projects: () => ({ title: 'T', description: 'D', start_date, is_ongoing: true }),
  'exam-scores': ({ exam, section }) => ({ exam_id: exam, section_id: section, score: '8' }),
  achievements: () => ({ title: 'T', achievement_type: 'certification', date_achieved: start_date }),
  languages: () => ({ language: 'Fransuz', proficiency: 'elementary' }),
  skills: ({ free_skill }) => ({ skill_id: free_skill, proficiency_level: 1 }),
  'social-links': () => ({ platform: 'linkedin', url: 'https://linkedin.com/in/men' }),
};

/** A call that is opened by a signed link alone. */
const linked =
  <Path extends string>(call: { path: Path }, params: (setting: Setting) => Record<string, number>): Making =>
  (setting, { deps }) => {
    const given = params(setting);
    const link = new URL(signedLink(deps, callUrl(call, { params: given })), 'http://localhost');
    return { by: 'student', params: given, query: Object.fromEntries(link.searchParams) };
  };

const accounts: [AnyCall, Making][] = [
  [accountCalls.register, student(() => ({ body: signUp() }))],
  [accountCalls.login, async (_, world) => ({ by: 'student', body: { email: (await anAccount(world)).email, password } })],
  ...[accountCalls.refresh, accountCalls.logout].map((call): [AnyCall, Making] => [
    call,
    async (_, world) => ({ by: 'student', body: { refresh: (await anAccount(world)).refresh } }),
  ]),
  ...[accountCalls.changePassword, accountCalls.replacePassword].map((call): [AnyCall, Making] => [
    call,
    student(() => ({ body: { old_password: password, new_password: `${password}x`, new_password_confirm: `${password}x` } })),
  ]),
  [accountCalls.deleteAccount, student(() => ({ body: { password } }))],
  [accountCalls.export, student()],
  [accountCalls.exportLink, student()],
  [accountCalls.exportFile, linked(accountCalls.exportFile, ({ student }) => ({ user_id: student.user_id }))],
  [accountCalls.profile, student()],
  [accountCalls.details, student()],
  ...[accountCalls.updateProfile, accountCalls.replaceProfile, accountCalls.updateDetails, accountCalls.replaceDetails].map(
    (call): [AnyCall, Making] => [call, student(() => ({ body: { first_name: 'Yangi', last_name: 'Ism' } }))],
  ),
];

const organizations: [AnyCall, Making][] = [
  [organizationCalls.list, student()],
  [organizationCalls.detail, student(({ organization }) => ({ params: { id: organization.organization_id } }))],
  [organizationCalls.profile, organization()],
  [organizationCalls.dashboard, organization()],
  [organizationCalls.uploadLogo, async () => ({ by: 'organization', files: { logo: await aPng() } })],
  ...[organizationCalls.update, organizationCalls.replace].map((call): [AnyCall, Making] => [
    call,
    organization(() => ({ body: { name: 'Yangi nom' } })),
  ]),
];

/** An invitation of the student that was not answered yet; its secret. */
const anInvitation = async (
  { student, organization }: Setting,
  world: World,
  values: object = {},
): Promise<{ id: number; token: string }> => {
  serial += 1;
  const token = `taklif-${serial}`;
  const { email } = await world.db.selectFrom('users').select('email').where('id', '=', student.user_id).executeTakeFirstOrThrow();
  const row = { kind: 'student', organization_id: organization.organization_id, email, token_hash: invitationHash(token), ...values };
  const id = await insert(world, 'invitations', { ...row, created_at: world.clock.now, expires_at: '2100-01-01T00:00:00Z' });
  return { id, token };
};
const aColleague = async ({ organization: { organization_id } }: Setting, world: World) => ({
  params: { id: (await anOrganizer(world, { organization_id, role: 'reviewer' })).user_id },
});
const people: [AnyCall, Making][] = [
  ...[memberCalls.members, memberCalls.invitations, memberCalls.students, memberCalls.studentStats, memberCalls.audit].map(
    (call): [AnyCall, Making] => [call, organization()],
  ),
  ...[memberCalls.invite, memberCalls.add].map((call): [AnyCall, Making] => [
    call,
    organization(() => ({ body: { email: unique(), role: 'manager' } })),
  ]),
  ...[memberCalls.member, memberCalls.removeMember].map((call): [AnyCall, Making] => [
    call,
    async (setting, world) => ({ by: 'organization', ...(await aColleague(setting, world)) }),
  ]),
  ...[memberCalls.changeMember, memberCalls.replaceMember].map((call): [AnyCall, Making] => [
    call,
    async (setting, world) => ({ by: 'organization', ...(await aColleague(setting, world)), body: { role: 'manager' } }),
  ]),
  [
    memberCalls.revokeInvitation,
    async (setting, world) => {
      const { id } = await anInvitation(setting, world, { kind: 'member', role: 'reviewer', email: unique() });
      return { by: 'organization', params: { id } };
    },
  ],
  ...[memberCalls.invitation, memberCalls.acceptInvitation].map((call): [AnyCall, Making] => [
    call,
    async (setting, world) => ({ by: 'student', params: { token: (await anInvitation(setting, world)).token } }),
  ]),
  [memberCalls.inviteStudents, organization(() => ({ body: { emails: [unique()] } }))],
  [notificationCalls.list, student()],
  [notificationCalls.read, student(() => ({ body: {} }))],
];

const students: [AnyCall, Making][] = [
  [studentCalls.cvFile, linked(studentCalls.cvFile, ({ student }) => ({ student_id: student.user_id }))],
  [studentCalls.profile, student()],
  ...[studentCalls.update, studentCalls.replace].map((call): [AnyCall, Making] => [
    call,
    student(() => ({ body: { location: 'Buxoro' } })),
  ]),
  [studentCalls.dashboard, student()],
  [studentCalls.applicationStats, student()],
  [studentCalls.card, student((setting) => ({ params: { student_id: setting.student.user_id } }))],
  [studentCalls.seedExams, student()],
  [studentCalls.uploadPicture, async () => ({ by: 'student', files: { avatar: await aPng() } })],
  [studentCalls.removePicture, student()],
  [studentCalls.uploadResume, student(() => ({ files: { resume: aPdf() } }))],
  [studentCalls.removeResume, student()],
  [studentCalls.upsertSocialLink, student(() => ({ body: { platform: 'telegram', url: 'https://t.me/men' } }))],
  [studentCalls.availableSkills, student()],
  [studentCalls.universities, student()],
  [studentCalls.exams, student()],
  [studentCalls.examSections, student(({ exam }) => ({ params: { exam_id: exam } }))],
  ...Object.entries(studentLists).flatMap(([key, calls]): [AnyCall, Making][] => {
    const name = key as StudentListName;
    const params = ({ entries }: Setting) => ({ id: entries[name] });
    return [
      [calls.list, student()],
      [calls.create, student((setting) => ({ body: entryBodies[name](setting) }))],
      [calls.retrieve, student((setting) => ({ params: params(setting) }))],
      [calls.replace, student((setting) => ({ params: params(setting), body: entryBodies[name](setting) }))],
      [calls.update, student((setting) => ({ params: params(setting), body: entryBodies[name](setting) }))],
      [calls.remove, student((setting) => ({ params: params(setting) }))],
    ];
  }),
];

const opportunities: [AnyCall, Making][] = [
  ...[opportunityCalls.list, opportunityCalls.search, opportunityCalls.featured, opportunityCalls.categories].map(
    (call): [AnyCall, Making] => [call, student()],
  ),
  [opportunityCalls.active, organization()],
  [opportunityCalls.stats, organization()],
  [opportunityCalls.detail, student(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.create, organization(() => ({ body: opportunityBody() }))],
  ...[opportunityCalls.update, opportunityCalls.replace].map((call): [AnyCall, Making] => [
    call,
    organization(({ opportunity }) => ({ params: { id: opportunity }, body: opportunityBody() })),
  ]),
  [opportunityCalls.publish, organization(({ draft }) => ({ params: { id: draft } }))],
  [opportunityCalls.duplicate, organization(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.view, student(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.lockFeatured, admin(({ opportunity }) => ({ params: { id: opportunity }, body: { locked: true } }))],
  [opportunityCalls.debug, admin()],
  ...[opportunityCalls.close, opportunityCalls.remove].map((call): [AnyCall, Making] => [
    call,
    organization(({ opportunity }) => ({ params: { id: opportunity } })),
  ]),
];

/** A spreadsheet the organization asked for; its link. */
const anExport = async ({ organization }: Setting, world: World): Promise<Omit<Sample, 'by'>> => {
  const { reply } = await world.ask(organization, reviewCalls.export, { body: { format: 'csv' } });
  const { until, sig } = Object.fromEntries(new URL(reply.url, 'http://localhost').searchParams);
  return { params: { id: reply.id }, query: { until: until as string, sig: sig as string } };
};
const one = ({ application }: Setting) => ({ params: { id: application } });
const applications: [AnyCall, Making][] = [
  [applicationCalls.cvFile, linked(applicationCalls.cvFile, ({ application }) => ({ id: application }))],
  [reviewCalls.charts, organization()],
  [reviewCalls.neighbours, organization(one)],
  [reviewCalls.export, organization(() => ({ body: { format: 'xlsx', filter: {} } }))],
  [reviewCalls.exportFile, async (setting, world) => ({ by: 'organization', ...(await anExport(setting, world)) })],
  [
    reviewCalls.message,
    organization((setting) => ({ body: { application_ids: [setting.application], subject: 'Salom', text: 'Salom, {ism}' } })),
  ],
  [applicationCalls.list, student()],
  [applicationCalls.received, organization()],
  [applicationCalls.stats, organization()],
  [applicationCalls.apply, student(({ open }) => ({ body: { opportunity: open, answers: {} } }))],
  [applicationCalls.drafts, student()],
  ...[applicationCalls.draft, applicationCalls.removeDraft].map((call): [AnyCall, Making] => [
    call,
    student(({ open }) => ({ params: { opportunity_id: open } })),
  ]),
  [applicationCalls.saveDraft, student(({ open }) => ({ params: { opportunity_id: open }, body: { answers: {}, version: 0 } }))],
  [applicationCalls.documents, student(({ application }) => ({ params: { application_id: application } }))],
  [
    applicationCalls.addDocument,
    student(({ application }) => ({ params: { application_id: application }, body: { name: 'Yana' }, files: { file: aPdf() } })),
  ],
  [applicationCalls.removeDocument, student(({ application, document }) => ({ params: { application_id: application, id: document } }))],
  [applicationCalls.uploadDocument, student(() => ({ files: { file: aPdf() } }))],
  [applicationCalls.detail, student(one)],
  ...[applicationCalls.update, applicationCalls.replace].map((call): [AnyCall, Making] => [
    call,
    organization((setting) => ({ ...one(setting), body: { status: 'under_review', answers: {} } })),
  ]),
  [applicationCalls.remove, student(one)],
  [applicationCalls.withdraw, student(one)],
  [applicationCalls.reinstate, student(({ withdrawn }) => ({ params: { id: withdrawn } }))],
  [applicationCalls.checkStatus, student(({ opportunity }) => ({ params: { opportunity_id: opportunity } }))],
  ...[applicationCalls.acceptMany, applicationCalls.rejectMany, applicationCalls.bulkUpdate].map((call): [AnyCall, Making] => [
    call,
    organization(({ application }) => ({ body: { application_ids: [application], status: 'accepted', reason: 'Izoh' } })),
  ]),
  ...[applicationCalls.accept, applicationCalls.reject].map((call): [AnyCall, Making] => [
    call,
    organization((setting) => ({ ...one(setting), body: { reason: 'Izoh' } })),
  ]),
];

const judged = ({ application }: Setting) => ({ params: { application_id: application } });
const reviews: [AnyCall, Making][] = [
  [reviewCalls.recentDecisions, organization()],
  [reviewCalls.undo, organization(({ decision }) => ({ params: { id: decision } }))],
  [reviewCalls.calendarFile, linked(reviewCalls.calendarFile, ({ interviewed }) => ({ id: interviewed }))],
  [reviewCalls.reviewSettings, organization(({ opportunity }) => ({ params: { id: opportunity } }))],
  [
    reviewCalls.saveReviewSettings,
    organization(({ opportunity }) => ({
      params: { id: opportunity },
      body: { blind_review: true, criteria: [{ name: 'Bilim', weight: 2, max_score: 10 }] },
    })),
  ],
  [reviewCalls.review, organization(judged)],
  [reviewCalls.saveReview, organization((setting) => ({ ...judged(setting), body: { scores: {}, comment: 'Izoh' } }))],
  [reviewCalls.notes, organization(judged)],
  [reviewCalls.addNote, organization((setting) => ({ ...judged(setting), body: { text: 'Izoh' } }))],
  [reviewCalls.removeNote, organization((setting) => ({ params: { ...judged(setting).params, id: setting.note } }))],
];

/** How every call is asked so that it succeeds; tests that try all routes fail when a route has no line here. */
export const samples: ReadonlyMap<string, Making> = new Map(
  [accounts, organizations, people, students, opportunities, applications, reviews].flat().map(([call, making]) => [callKey(call), making]),
);
