import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { type ApplicantSnapshot, applicationCalls as calls } from '#contract/application.ts';
import { memberCalls } from '#contract/member.ts';
import { reviewCalls as review } from '#contract/review.ts';
import { studentCalls } from '#contract/student.ts';
import { readApplicant } from '../applications/snapshot.ts';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Actor } from '../http/actor.ts';
import { aFixture, type Fixture } from '../testing/fixture.ts';
import { readPdf } from '../testing/pdf.ts';
import { callEveryRoute } from '../testing/replyCheck.ts';
import { anOrganizer, aWorld } from '../testing/world.ts';
import { anonymizeAnswer, anonymizer } from './anonymize.ts';

const world = aWorld();
const person = { first_name: 'Zulfizar', last_name: 'Qanariyeva', email: 'zulfi.q@example.uz', phone: '+998 90 111-22-33' };
const anonymize = anonymizer([person]);

test.each([
  ['Men Zulfizar Qanariyevaman', 'Men ••• •••'],
  ['Зулфизар Қанариева, Тошкент', '••• •••, Тошкент'],
  ['ZULFIZARNING ishi', '••• ishi'],
  ['zulfi.q@example.uz yoki boshqa@pochta.uz', '••• yoki •••'],
  ['tel. 90 111 22 33, +998901112233, (90)111-22-33', 'tel. •••, •••, (•••'],
  ['+998 97 765 43 21 ga yozing', '••• ga yozing'],
  ['2019 dan 2024 gacha, 150 000 000 so‘m', '2019 dan 2024 gacha, 150 000 000 so‘m'],
  ['https://github.com/kimdir va t.me/zulfi, @zulfi_q', '••• va •••, •••'],
  ['mr.zulfizar2003', 'mr.•••'],
  ['Z\u00adulf\u200bizar', '•••'],
  ['Kitob o‘qiyman', 'Kitob o‘qiyman'],
  ['', ''],
])('%j becomes %j', (text, read) => {
  expect(anonymize(text)).toBe(read);
});

test.each([
  ['Ali', 'Alini alifbo o‘qitgan, Alijonga', '••• alifbo o‘qitgan, •••'],
  ['Oʻktam', "O'ktam, Ўктамнинг, O‘ktamov", '•••, •••, •••'],
  ['Li', 'Li va liga', 'Li va liga'],
  ['Anvar o‘g‘li', 'Anvar uning o‘g‘li', '••• uning o‘g‘li'],
  ['Хуршид', 'Xurshid, Hurshid, Хуршид', '•••, •••, •••'],
])('hides the name %s in %j', (first_name, text, read) => {
  expect(anonymizer([{ first_name }])(text)).toBe(read);
});

test('hides answers that are an address or a file completely', () => {
  const types = ['email', 'url', 'file', 'text', 'textarea'];
  expect(types.map((type) => anonymizeAnswer(type, 'Zulfizar keldi', anonymize))).toEqual([
    'Yashirilgan',
    'Yashirilgan',
    'Yashirilgan',
    '••• keldi',
    '••• keldi',
  ]);
});

/** A fixture whose student wrote their identity into every field; in blind review by default. */
const aBlindSetting = async (blind_review = true): Promise<Fixture> => {
  const setting = await aFixture(world);
  const { student, organization, application, interviewed, withdrawn, note } = setting;
  const who = `Zulfizar Qanariyeva (Зулфизар), zulfi.q${student.user_id}@example.uz, 90 111 22 33`;
  const { first_name, last_name, phone } = person;
  await world.db
    .updateTable('users')
    .set({ first_name, last_name, email: `zulfi.q${student.user_id}@example.uz` })
    .where('id', '=', student.user_id)
    .execute();
  await world.db
    .updateTable('students')
    .set({
      phone,
      about_me: `Men ${who}`,
      university: 'TATU',
      avatar: '/files/avatar/kanareyka.webp',
      portfolio_url: 'https://kanareyka.uz',
    })
    .where('user_id', '=', student.user_id)
    .execute();
  await world.db.updateTable('education').set({ description: who, gpa: '4.9' }).where('student_id', '=', student.user_id).execute();
  await world.db
    .updateTable('projects')
    .set({ project_url: 'https://kanareyka.uz/loyiha', description: who })
    .where('student_id', '=', student.user_id)
    .execute();
  const applicant = (await readApplicant(world.db, student.user_id)) as ApplicantSnapshot;
  const snapshot = JSON.stringify(applicant);
  const questions = ['text', 'email', 'url', 'file'].map((question_type, at) => ({ id: at + 1, question: question_type, question_type }));
  const answers = { 1: `Salom, ${who}`, 2: 'kanareyka@example.uz', 3: 'https://kanareyka.uz', 4: '/files/document/kanareyka.pdf' };
  const own = [application, interviewed, withdrawn];
  await world.db
    .updateTable('applications')
    .set({
      snapshot,
      search_text: applicantSearchText(applicant),
      questions: JSON.stringify(questions),
      answers: JSON.stringify(answers),
      reason: `Hurmatli ${who}`,
      interview_place: who,
    })
    .where('id', 'in', own)
    .execute();
  await world.db
    .updateTable('application_events')
    .set({ reason: `Hurmatli ${who}` })
    .where('application_id', 'in', own)
    .execute();
  const file = `document/kanareyka${student.user_id}.pdf`;
  const stored = { name: file, kind: 'document', owner_id: student.user_id, content_type: 'application/pdf', size: 1 };
  await world.db
    .insertInto('files')
    .values({ ...stored, created_at: world.clock.now })
    .execute();
  await world.db
    .insertInto('application_documents')
    .values({ application_id: application, name: 'kanareyka.pdf', file, created_at: world.clock.now })
    .execute();
  await world.db
    .updateTable('application_notes')
    .set({ text: `${who} kuchli` })
    .where('id', '=', note)
    .execute();
  const colleague = await anOrganizer(world, { organization_id: organization.organization_id, role: 'reviewer' });
  const body = { scores: {}, comment: `${who} kuchli` };
  await world.ask(colleague, review.saveReview, { params: { application_id: application }, body });
  await world.ask(organization, review.saveReview, { params: { application_id: application }, body });
  await world.db.updateTable('opportunities').set({ blind_review }).where('organization_id', '=', organization.organization_id).execute();
  return setting;
};
const canary = /zulfi|qanari|kanareyka|зулфизар|111.?22.?33/i;
/** Excluded calls: links that only the student gets, and invitations, whose address the organization entered. */
const studentsOwn = [studentCalls.cvFile, accountCalls.exportFile, memberCalls.invitation];
const findLeaks = async (setting: Fixture, actor: Actor) =>
  (await callEveryRoute(world, setting, actor, studentsOwn)).filter(({ text }) => canary.test(text)).map(({ key }) => key);

test('in a blind review no reply, file or CV for a member contains the name, photo or contact data', async () => {
  const setting = await aBlindSetting();
  const { organization_id } = setting.organization;
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  expect(await findLeaks(setting, reviewer)).toEqual([]);
  expect(await findLeaks(setting, manager)).toEqual([]);
  const fresh = await aBlindSetting();
  expect(await findLeaks(fresh, fresh.organization)).toEqual([]);
  // Without blind review the same calls return it all, so the check above is meaningful.
  const open = await aBlindSetting(false);
  const leaks = await findLeaks(open, await anOrganizer(world, { organization_id: open.organization.organization_id, role: 'reviewer' }));
  expect(leaks).toEqual(
    expect.arrayContaining([
      'GET /applications/',
      'GET /applications/org/',
      'GET /applications/:id/',
      'GET /applications/:id/cv/',
      'GET /applications/:application_id/notes/',
      'PUT /applications/:application_id/review/',
      'GET /applications/:id/calendar/',
      'GET /students/card/:student_id/',
    ]),
  );
});

test('education, answers and university remain under a number', async () => {
  const { organization, application: id } = await aBlindSetting();
  const { reply } = await world.ask(organization, calls.detail, { params: { id } });
  expect(reply).toMatchObject({ is_blind: true, documents: [], reason: 'Hurmatli ••• ••• (•••), •••, •••' });
  expect(reply.student).toMatchObject({
    first_name: 'Nomzod',
    last_name: String(id),
    email: '',
    phone: null,
    avatar: null,
    date_of_birth: null,
    social_links: [],
    resume: null,
    portfolio_url: null,
    university: 'TATU',
    education: [{ institution: 'TATU', degree: 'bachelor', gpa: '4.9', start_date: '2024-09-01' }],
    projects: [{ title: 'Sayt', project_url: null, github_url: null }],
  });
  expect(reply.answers.map(({ answer_text, answer_file }) => [answer_text, answer_file])).toEqual([
    ['Salom, ••• ••• (•••), •••, •••', null],
    ['Yashirilgan', null],
    ['Yashirilgan', null],
    ['Yashirilgan', null],
  ]);
  const { results } = (await world.ask(organization, calls.received)).reply;
  expect(results.find((one) => one.id === id)).toMatchObject({
    is_blind: true,
    student_name: `Nomzod ${id}`,
    student_email: '',
    student_avatar: null,
    student_university: 'TATU',
  });
});

test('search does not match a hidden name, and matches a visible one', async () => {
  const { organization, student, application } = await aBlindSetting();
  const found = async (query: object) => (await world.ask(organization, calls.received, { query })).reply.count;
  expect([await found({ search: 'Zulfizar' }), await found({ search: 'Qanari' }), await found({ search: 'TATU' })]).toEqual([0, 0, 3]);
  const { opportunity_id } = await world.db
    .selectFrom('applications')
    .select('opportunity_id')
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  await world.db.updateTable('opportunities').set({ blind_review: false }).where('id', '=', opportunity_id).execute();
  expect(await found({ search: 'Zulfizar' })).toBe(1);
  const card = await world.ask(organization, studentCalls.card, { params: { student_id: student.user_id } });
  expect(card.reply.first_name).toBe('Zulfizar');
});

test('returns 404 for the card of a student known only from a blind review', async () => {
  const { organization, other_organization, student, other_student } = await aBlindSetting();
  const status = async (actor: Actor, id: number) => (await world.ask(actor, studentCalls.card, { params: { student_id: id } })).status;
  expect([
    await status(organization, student.user_id),
    await status(organization, other_student.user_id),
    await status(other_organization, student.user_id),
    await status(student, student.user_id),
  ]).toEqual([404, 200, 200, 200]);
});

test('the student’s own view and CV are unchanged; an older link of the organization is anonymized', async () => {
  const { organization, student, application: id } = await aBlindSetting(false);
  const readCvUrl = async (actor: Actor) => (await world.ask(actor, calls.detail, { params: { id } })).reply.cv_url as string;
  const before = await readCvUrl(organization);
  await world.db
    .updateTable('opportunities')
    .set({ blind_review: true })
    .where('organization_id', '=', organization.organization_id)
    .execute();
  const open = async (url: string) => {
    const { headers, rawPayload } = await world.app.inject({ url });
    return { name: headers['content-disposition'], ...(await readPdf(rawPayload)) };
  };
  for (const url of [before, await readCvUrl(organization)]) {
    const pdf = await open(url);
    expect(pdf.text).not.toMatch(canary);
    expect([pdf.name, pdf.info.Title, pdf.text.includes('TATU'), pdf.links]).toEqual([
      `attachment; filename="Nomzod ${id} CV.pdf"`,
      `Nomzod ${id} CV`,
      true,
      [],
    ]);
  }
  const own = await open(await readCvUrl(student));
  expect([own.info.Title, own.text.includes('111-22-33')]).toEqual(['Zulfizar Qanariyeva CV', true]);
  const { reply } = await world.ask(student, calls.detail, { params: { id } });
  expect(reply).toMatchObject({ is_blind: false, student: { first_name: 'Zulfizar', portfolio_url: 'https://kanareyka.uz' } });
  expect(reply.answers[1]?.answer_text).toBe('kanareyka@example.uz');
  expect(reply.documents).toHaveLength(2);
});
