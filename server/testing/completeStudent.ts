import { randomBytes } from 'node:crypto';
import { accountCalls } from '#contract/account.ts';
import { applicationCalls } from '#contract/application.ts';
import { studentCalls, studentLists } from '#contract/student.ts';
import { fileUrl } from '../files/storeUpload.ts';
import type { Actor } from '../http/actor.ts';
import { password } from './fixture.ts';
import { anOpportunity, anOrganizer, type World } from './world.ts';

/** Stores a file and its row as an upload does. @returns `name`, and `url` for columns that refer to the file */
export const aFile = async (world: World, owner: Actor, kind: string, original_name: string, content: string, extension = 'pdf') => {
  const name = `${kind}/${randomBytes(16).toString('hex')}.${extension}`;
  await world.deps.storage.put(name, Buffer.from(content));
  const row = { name, kind, owner_id: owner.user_id, content_type: 'application/pdf', size: content.length, original_name };
  await world.db
    .insertInto('files')
    .values({ ...row, created_at: world.clock.now })
    .execute();
  return { name, url: fileUrl(name) };
};

const insert = async (world: World, table: string, values: object): Promise<number> =>
  (
    (await world.db
      .insertInto(table as 'projects')
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow()) as { id: number }
  ).id;

const anOrganizationWithQuestion = async (world: World, name: string) => {
  const organizer = await anOrganizer(world, { name });
  const opportunity = await anOpportunity(world, organizer.organization_id, { title: `Dastur: ${name}` });
  const question = await insert(world, 'questions', {
    opportunity_id: opportunity,
    question: 'Nega aynan siz?',
    question_type: 'text',
    order: 1,
  });
  return { organizer, opportunity, question };
};
/** An organization with an opportunity that has one question. */
export type OrganizationWithQuestion = Awaited<ReturnType<typeof anOrganizationWithQuestion>>;

/** Inserts an accepted and an open invitation, a notification, mails and lines in the audit log about a student. */
const insertTraces = async (
  world: World,
  { id, email, text }: { id: number; email: string; text: (what: string) => string },
  [accepted, waiting]: [OrganizationWithQuestion, OrganizationWithQuestion],
) => {
  const at = world.clock.now;
  const invited = { kind: 'student', email, created_at: at, expires_at: at };
  await insert(world, 'invitations', {
    ...invited,
    organization_id: accepted.organizer.organization_id,
    token_hash: text('bir'),
    accepted_at: at,
    accepted_by: id,
    search_text: ` ${text('ism')} `,
  });
  await insert(world, 'invitations', { ...invited, organization_id: waiting.organizer.organization_id, token_hash: text('ikki') });
  const notification = { user_id: id, kind: 'invitation', title: text('taklif'), text: text('xabar') };
  await insert(world, 'notifications', { ...notification, created_at: at, visible_at: at });
  for (const user_id of [id, null])
    await insert(world, 'outbox', { user_id, email, subject: text('taklif'), text: text('xabar'), created_at: at, due_at: at });
  for (const details of [email, `${email} (Menejer)`, `${email}: Menejer → Egasi`])
    await insert(world, 'audit_log', {
      organization_id: waiting.organizer.organization_id,
      action: 'member_invited',
      details,
      created_at: at,
    });
};

/**
 * A student whose every field contains `word`, with two applications (one accepted, with a reason that names the student), a draft
 * of a third, and one uploaded file of each kind.
 * @param word lower case letters; the e-mail contains it too
 */
export const aCompleteStudent = async (world: World, word: string, date_of_birth = '2003-04-05') => {
  const email = `${word}@example.uz`;
  const text = (what: string) => `${word}-${what}`;
  const names = { first_name: text('ism'), last_name: text('familiya') };
  await world.ask(null, accountCalls.register, {
    body: { email, password, password_confirm: password, ...names },
    headers: { 'idempotency-key': text('kalit') },
  });
  const { reply: tokens } = await world.ask(null, accountCalls.login, { body: { email, password } });
  const { id } = await world.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const { id: session_id } = await world.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  const actor: Actor = { user_id: id, user_type: 'student', session_id };

  const avatar = await aFile(world, actor, 'avatar', text('surat.jpg'), text('surat-ichi'), 'webp');
  const resume = await aFile(world, actor, 'resume', text('rezyume.pdf'), text('rezyume-ichi'));
  const document = await aFile(world, actor, 'document', text('hujjat.pdf'), text('hujjat-ichi'));
  await world.db.updateTable('students').set({ avatar: avatar.url, resume: resume.url }).where('user_id', '=', id).execute();
  const link = (what: string) => `https://${word}.example.uz/${what}`;
  const { reply: profile } = await world.ask(actor, studentCalls.update, {
    body: {
      phone: text('telefon'),
      date_of_birth,
      location: text('manzil'),
      university: text('universitet'),
      major: text('yonalish'),
      graduation_year: 2011,
      about_me: text('haqida'),
      portfolio_url: link('portfolio'),
    },
  });
  const from = { start_date: '2024-01-01', end_date: '2024-02-01' };
  const exam = await insert(world, 'exams', { code: `sinov-${id}`, name: 'IELTS', category: 'til', position: id });
  const section = await insert(world, 'exam_sections', {
    exam_id: exam,
    name: 'Umumiy',
    min: 0,
    max: 9,
    step: 0.5,
    is_total: true,
    position: 1,
  });
  const skill = await insert(world, 'skills', { name: `Mahorat ${id}`, category: 'tool' });
  const entries: [keyof typeof studentLists, object][] = [
    [
      'education',
      {
        institution: text('litsey'),
        degree: 'bachelor',
        field_of_study: text('soha'),
        gpa: text('gpa'),
        description: text('oqish'),
        ...from,
      },
    ],
    [
      'experience',
      {
        title: text('vazifa'),
        company: text('bank'),
        experience_type: 'internship',
        description: text('ish'),
        location: text('joy'),
        ...from,
      },
    ],
    [
      'projects',
      {
        title: text('loyiha'),
        description: text('sayt'),
        project_url: link('a'),
        github_url: link('b'),
        technologies: [text('kod')],
        ...from,
      },
    ],
    ['exam-scores', { exam_id: exam, section_id: section, score: '7.50', notes: text('ball') }],
    [
      'achievements',
      {
        title: text('yutuq'),
        achievement_type: 'award',
        date_achieved: '2024-01-01',
        description: text('oltin'),
        issuing_organization: text('vazirlik'),
        certificate: text('kod'),
        certificate_url: link('c'),
      },
    ],
    ['languages', { language: text('til'), proficiency: 'native' }],
    ['skills', { skill_id: skill, proficiency_level: 2 }],
    ['social-links', { platform: 'github', url: link('github'), is_public: false }],
  ];
  for (const [name, body] of entries) {
    const { status, body: reply } = await world.ask(actor, studentLists[name].create, { body });
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  }

  const [accepting, waiting, begun] = [
    await anOrganizationWithQuestion(world, `Qabul ${id}`),
    await anOrganizationWithQuestion(world, `Kutish ${id}`),
    await anOrganizationWithQuestion(world, `Qoralama ${id}`),
  ];
  const apply = async ({ opportunity, question }: OrganizationWithQuestion) => {
    const { reply } = await world.ask(actor, applicationCalls.apply, {
      body: { opportunity, answers: { [question]: text('javob') } },
      headers: { 'idempotency-key': text(`ariza${opportunity}`) },
    });
    return reply.id;
  };
  const applications = { accepted: await apply(accepting), waiting: await apply(waiting) };
  const reason = `${names.first_name}, sizni kutamiz`;
  await world.ask(accepting.organizer, applicationCalls.accept, { params: { id: applications.accepted }, body: { reason } });
  await world.db
    .insertInto('application_documents')
    .values({ application_id: applications.waiting, name: text('ilova'), file: document.name, created_at: world.clock.now })
    .execute();
  const draft = {
    student_id: id,
    opportunity_id: begun.opportunity,
    answers: JSON.stringify({ [begun.question]: text('qoralama') }),
    version: 3,
  };
  await world.db
    .insertInto('application_drafts')
    .values({ ...draft, created_at: world.clock.now, updated_at: world.clock.now })
    .execute();
  await insertTraces(world, { id, email, text }, [accepting, waiting]);
  return {
    actor,
    email,
    names,
    text,
    tokens,
    profile,
    reason,
    files: { avatar, resume, document },
    applications,
    accepting,
    waiting,
    begun,
  };
};
