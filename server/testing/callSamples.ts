import { accountCalls } from '#contract/account.ts';
import { applicationCalls } from '#contract/application.ts';
import type { Call } from '#contract/call.ts';
import { memberCalls } from '#contract/member.ts';
import { notificationCalls } from '#contract/notification.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { reviewCalls } from '#contract/review.ts';
import { type StudentListName, studentCalls, studentLists } from '#contract/student.ts';
import { invitationHash } from '../accounts/invitationTokens.ts';
import { signedLink } from '../files/signedLinks.ts';
import { type Fixture, insertRow, password } from './fixture.ts';
import { aPdf, aPng } from './sampleFiles.ts';
import { anOrganizer, callUrl, type World } from './world.ts';

/** A valid request of a call. */
export interface Sample {
  params?: Record<string, number | string>;
  /** The parameters of a signed link. */
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Files by field name; with files the body is sent as multipart/form-data. */
  files?: Record<string, Buffer>;
  /** The user of the fixture who may send it. */
  by: 'student' | 'organization' | 'admin';
}
/** The payload of a sample. @param others fields that the sample does not set */
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
/** Creates a sample for a fixture. */
type SampleFactory = (fixture: Fixture, world: World) => Sample | Promise<Sample>;

type AnyCall = Pick<Call, 'method' | 'path'>;
/** The key of a call in `samples`: `METHOD /path/`. */
export const callKey = ({ method, path }: AnyCall): string => `${method} ${path}`;
let serial = 0;
const uniqueEmail = () => {
  serial += 1;
  return `yangi${serial}@example.uz`;
};

const signUpBody = () => ({ email: uniqueEmail(), first_name: 'Yangi', last_name: 'Kishi', password, password_confirm: password });
/** Registers an account and signs it in. */
const anAccount = async (world: World) => {
  const body = signUpBody();
  await world.ask(null, accountCalls.register, { body });
  const { reply } = await world.ask(null, accountCalls.login, { body: { email: body.email, password } });
  return { email: body.email, refresh: reply.refresh };
};

const student =
  (create: (fixture: Fixture) => Omit<Sample, 'by'> = () => ({})): SampleFactory =>
  (fixture) => ({ by: 'student', ...create(fixture) });
const organization =
  (create: (fixture: Fixture) => Omit<Sample, 'by'> = () => ({})): SampleFactory =>
  (fixture) => ({ by: 'organization', ...create(fixture) });

const admin =
  (create: (fixture: Fixture) => Omit<Sample, 'by'> = () => ({})): SampleFactory =>
  (fixture) => ({ by: 'admin', ...create(fixture) });

const start_date = '2025-01-01';
const opportunityBody = () => ({
  title: 'Yangi dastur',
  description: 'Tavsif',
  start_date: '2026-12-01',
  application_deadline: '2026-11-01',
  location: 'Buxoro',
});
const entryBodies: Record<StudentListName, (fixture: Fixture) => Record<string, unknown>> = {
  education: () => ({ institution: 'O‘zMU', degree: 'master', field_of_study: 'Fizika', start_date, is_current: true }),
  experience: () => ({ title: 'T', company: 'C', experience_type: 'project', description: 'D', start_date, is_current: true }),
  projects: () => ({ title: 'T', description: 'D', start_date, is_ongoing: true }),
  'exam-scores': ({ exam, section }) => ({ exam_id: exam, section_id: section, score: '8' }),
  achievements: () => ({ title: 'T', achievement_type: 'certification', date_achieved: start_date }),
  languages: () => ({ language: 'Fransuz', proficiency: 'elementary' }),
  skills: ({ free_skill }) => ({ skill_id: free_skill, proficiency_level: 1 }),
  'social-links': () => ({ platform: 'linkedin', url: 'https://linkedin.com/in/men' }),
};

/** A call that needs a signed link instead of a token. */
const signedCall =
  <Path extends string>(call: { path: Path }, params: (fixture: Fixture) => Record<string, number>): SampleFactory =>
  (fixture, { deps }) => {
    const values = params(fixture);
    const link = new URL(signedLink(deps, callUrl(call, { params: values })), 'http://localhost');
    return { by: 'student', params: values, query: Object.fromEntries(link.searchParams) };
  };

const accounts: [AnyCall, SampleFactory][] = [
  [accountCalls.register, student(() => ({ body: signUpBody() }))],
  [accountCalls.login, async (_, world) => ({ by: 'student', body: { email: (await anAccount(world)).email, password } })],
  ...[accountCalls.refresh, accountCalls.logout].map((call): [AnyCall, SampleFactory] => [
    call,
    async (_, world) => ({ by: 'student', body: { refresh: (await anAccount(world)).refresh } }),
  ]),
  ...[accountCalls.changePassword, accountCalls.replacePassword].map((call): [AnyCall, SampleFactory] => [
    call,
    student(() => ({ body: { old_password: password, new_password: `${password}x`, new_password_confirm: `${password}x` } })),
  ]),
  [accountCalls.deleteAccount, student(() => ({ body: { password } }))],
  [accountCalls.export, student()],
  [accountCalls.exportLink, student()],
  [accountCalls.exportFile, signedCall(accountCalls.exportFile, ({ student }) => ({ user_id: student.user_id }))],
  [accountCalls.profile, student()],
  [accountCalls.details, student()],
  ...[accountCalls.updateProfile, accountCalls.replaceProfile, accountCalls.updateDetails, accountCalls.replaceDetails].map(
    (call): [AnyCall, SampleFactory] => [call, student(() => ({ body: { first_name: 'Yangi', last_name: 'Ism' } }))],
  ),
];

const organizations: [AnyCall, SampleFactory][] = [
  [organizationCalls.list, student()],
  [organizationCalls.detail, student(({ organization }) => ({ params: { id: organization.organization_id } }))],
  [organizationCalls.profile, organization()],
  [organizationCalls.dashboard, organization()],
  [organizationCalls.uploadLogo, async () => ({ by: 'organization', files: { logo: await aPng() } })],
  ...[organizationCalls.update, organizationCalls.replace].map((call): [AnyCall, SampleFactory] => [
    call,
    organization(() => ({ body: { name: 'Yangi nom' } })),
  ]),
];

/** An open invitation of the student. @returns its id and token */
const anInvitation = async (
  { student, organization }: Fixture,
  world: World,
  values: object = {},
): Promise<{ id: number; token: string }> => {
  serial += 1;
  const token = `taklif-${serial}`;
  const { email } = await world.db.selectFrom('users').select('email').where('id', '=', student.user_id).executeTakeFirstOrThrow();
  const row = { kind: 'student', organization_id: organization.organization_id, email, token_hash: invitationHash(token), ...values };
  const id = await insertRow(world, 'invitations', { ...row, created_at: world.clock.now, expires_at: '2100-01-01T00:00:00Z' });
  return { id, token };
};
const aColleague = async ({ organization: { organization_id } }: Fixture, world: World) => ({
  params: { id: (await anOrganizer(world, { organization_id, role: 'reviewer' })).user_id },
});
const people: [AnyCall, SampleFactory][] = [
  ...[memberCalls.members, memberCalls.invitations, memberCalls.students, memberCalls.studentStats, memberCalls.audit].map(
    (call): [AnyCall, SampleFactory] => [call, organization()],
  ),
  ...[memberCalls.invite, memberCalls.add].map((call): [AnyCall, SampleFactory] => [
    call,
    organization(() => ({ body: { email: uniqueEmail(), role: 'manager' } })),
  ]),
  ...[memberCalls.member, memberCalls.removeMember].map((call): [AnyCall, SampleFactory] => [
    call,
    async (fixture, world) => ({ by: 'organization', ...(await aColleague(fixture, world)) }),
  ]),
  ...[memberCalls.changeMember, memberCalls.replaceMember].map((call): [AnyCall, SampleFactory] => [
    call,
    async (fixture, world) => ({ by: 'organization', ...(await aColleague(fixture, world)), body: { role: 'manager' } }),
  ]),
  [
    memberCalls.revokeInvitation,
    async (fixture, world) => {
      const { id } = await anInvitation(fixture, world, { kind: 'member', role: 'reviewer', email: uniqueEmail() });
      return { by: 'organization', params: { id } };
    },
  ],
  ...[memberCalls.invitation, memberCalls.acceptInvitation].map((call): [AnyCall, SampleFactory] => [
    call,
    async (fixture, world) => ({ by: 'student', params: { token: (await anInvitation(fixture, world)).token } }),
  ]),
  [memberCalls.inviteStudents, organization(() => ({ body: { emails: [uniqueEmail()] } }))],
  [notificationCalls.list, student()],
  [notificationCalls.read, student(() => ({ body: {} }))],
];

const students: [AnyCall, SampleFactory][] = [
  [studentCalls.cvFile, signedCall(studentCalls.cvFile, ({ student }) => ({ student_id: student.user_id }))],
  [studentCalls.profile, student()],
  ...[studentCalls.update, studentCalls.replace].map((call): [AnyCall, SampleFactory] => [
    call,
    student(() => ({ body: { location: 'Buxoro' } })),
  ]),
  [studentCalls.dashboard, student()],
  [studentCalls.applicationStats, student()],
  [studentCalls.card, student((fixture) => ({ params: { student_id: fixture.student.user_id } }))],
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
  ...Object.entries(studentLists).flatMap(([key, calls]): [AnyCall, SampleFactory][] => {
    const name = key as StudentListName;
    const params = ({ entries }: Fixture) => ({ id: entries[name] });
    return [
      [calls.list, student()],
      [calls.create, student((fixture) => ({ body: entryBodies[name](fixture) }))],
      [calls.retrieve, student((fixture) => ({ params: params(fixture) }))],
      [calls.replace, student((fixture) => ({ params: params(fixture), body: entryBodies[name](fixture) }))],
      [calls.update, student((fixture) => ({ params: params(fixture), body: entryBodies[name](fixture) }))],
      [calls.remove, student((fixture) => ({ params: params(fixture) }))],
    ];
  }),
];

const opportunities: [AnyCall, SampleFactory][] = [
  ...[opportunityCalls.list, opportunityCalls.search, opportunityCalls.featured, opportunityCalls.categories].map(
    (call): [AnyCall, SampleFactory] => [call, student()],
  ),
  [opportunityCalls.active, organization()],
  [opportunityCalls.stats, organization()],
  [opportunityCalls.detail, student(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.create, organization(() => ({ body: opportunityBody() }))],
  ...[opportunityCalls.update, opportunityCalls.replace].map((call): [AnyCall, SampleFactory] => [
    call,
    organization(({ opportunity }) => ({ params: { id: opportunity }, body: opportunityBody() })),
  ]),
  [opportunityCalls.publish, organization(({ draft }) => ({ params: { id: draft } }))],
  [opportunityCalls.duplicate, organization(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.view, student(({ opportunity }) => ({ params: { id: opportunity } }))],
  [opportunityCalls.lockFeatured, admin(({ opportunity }) => ({ params: { id: opportunity }, body: { locked: true } }))],
  [opportunityCalls.debug, admin()],
  ...[opportunityCalls.close, opportunityCalls.remove].map((call): [AnyCall, SampleFactory] => [
    call,
    organization(({ opportunity }) => ({ params: { id: opportunity } })),
  ]),
];

/** Creates an export of the organization. @returns the parameters of its link */
const anExport = async ({ organization }: Fixture, world: World): Promise<Omit<Sample, 'by'>> => {
  const { reply } = await world.ask(organization, reviewCalls.export, { body: { format: 'csv' } });
  const { until, sig } = Object.fromEntries(new URL(reply.url, 'http://localhost').searchParams);
  return { params: { id: reply.id }, query: { until: until as string, sig: sig as string } };
};
const byId = ({ application }: Fixture) => ({ params: { id: application } });
const applications: [AnyCall, SampleFactory][] = [
  [applicationCalls.cvFile, signedCall(applicationCalls.cvFile, ({ application }) => ({ id: application }))],
  [reviewCalls.charts, organization()],
  [reviewCalls.neighbours, organization(byId)],
  [reviewCalls.export, organization(() => ({ body: { format: 'xlsx', filter: {} } }))],
  [reviewCalls.exportFile, async (fixture, world) => ({ by: 'organization', ...(await anExport(fixture, world)) })],
  [
    reviewCalls.message,
    organization((fixture) => ({ body: { application_ids: [fixture.application], subject: 'Salom', text: 'Salom, {ism}' } })),
  ],
  [applicationCalls.list, student()],
  [applicationCalls.received, organization()],
  [applicationCalls.stats, organization()],
  [applicationCalls.apply, student(({ open }) => ({ body: { opportunity: open, answers: {} } }))],
  [applicationCalls.drafts, student()],
  ...[applicationCalls.draft, applicationCalls.removeDraft].map((call): [AnyCall, SampleFactory] => [
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
  [applicationCalls.detail, student(byId)],
  ...[applicationCalls.update, applicationCalls.replace].map((call): [AnyCall, SampleFactory] => [
    call,
    organization((fixture) => ({ ...byId(fixture), body: { status: 'under_review', answers: {} } })),
  ]),
  [applicationCalls.remove, student(byId)],
  [applicationCalls.withdraw, student(byId)],
  [applicationCalls.reinstate, student(({ withdrawn }) => ({ params: { id: withdrawn } }))],
  [applicationCalls.checkStatus, student(({ opportunity }) => ({ params: { opportunity_id: opportunity } }))],
  ...[applicationCalls.acceptMany, applicationCalls.rejectMany, applicationCalls.bulkUpdate].map((call): [AnyCall, SampleFactory] => [
    call,
    organization(({ application }) => ({ body: { application_ids: [application], status: 'accepted', reason: 'Izoh' } })),
  ]),
  ...[applicationCalls.accept, applicationCalls.reject].map((call): [AnyCall, SampleFactory] => [
    call,
    organization((fixture) => ({ ...byId(fixture), body: { reason: 'Izoh' } })),
  ]),
];

const byApplicationId = ({ application }: Fixture) => ({ params: { application_id: application } });
const reviews: [AnyCall, SampleFactory][] = [
  [reviewCalls.recentDecisions, organization()],
  [reviewCalls.undo, organization(({ decision }) => ({ params: { id: decision } }))],
  [reviewCalls.calendarFile, signedCall(reviewCalls.calendarFile, ({ interviewed }) => ({ id: interviewed }))],
  [reviewCalls.reviewSettings, organization(({ opportunity }) => ({ params: { id: opportunity } }))],
  [
    reviewCalls.saveReviewSettings,
    organization(({ opportunity }) => ({
      params: { id: opportunity },
      body: { blind_review: true, criteria: [{ name: 'Bilim', weight: 2, max_score: 10 }] },
    })),
  ],
  [reviewCalls.review, organization(byApplicationId)],
  [reviewCalls.saveReview, organization((fixture) => ({ ...byApplicationId(fixture), body: { scores: {}, comment: 'Izoh' } }))],
  [reviewCalls.notes, organization(byApplicationId)],
  [reviewCalls.addNote, organization((fixture) => ({ ...byApplicationId(fixture), body: { text: 'Izoh' } }))],
  [reviewCalls.removeNote, organization((fixture) => ({ params: { ...byApplicationId(fixture).params, id: fixture.note } }))],
];

/** A sample for every call that succeeds for its user. Tests over all routes fail when a route has no sample. */
export const samples: ReadonlyMap<string, SampleFactory> = new Map(
  [accounts, organizations, people, students, opportunities, applications, reviews]
    .flat()
    .map(([call, factory]) => [callKey(call), factory]),
);
