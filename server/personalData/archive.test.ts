import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { consentVersion } from '#contract/account-rules.ts';
import { applicationCalls } from '#contract/application.ts';
import { findStudentProfile } from '../students/studentProfile.ts';
import { aCompleteStudent, aFile } from '../testing/completeStudent.ts';
import { password } from '../testing/fixture.ts';
import { anAdmin, anOrganizer, aStudent, aWorld } from '../testing/world.ts';
import { unzip } from '../testing/zip.ts';
import { createArchive } from './archive.ts';

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'imkon-archive-'));
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }));
const world = aWorld({ dataDir });
const strict = aWorld({ dataDir, limits: 'strict' });

const downloadArchive = async (actor: Parameters<typeof world.ask>[0]) => {
  const { body, headers } = await world.ask(actor, accountCalls.export);
  const found = await unzip(body);
  return { headers, found, data: JSON.parse(found['data.json'] as string), whole: Object.entries(found).flat().join('\n') };
};

test('a student’s archive has all their data and none of other users', async () => {
  const other = await aCompleteStudent(world, 'qoshni');
  const me = await aCompleteStudent(world, 'meniki');
  // The other student applied to the same opportunities of the same organizations.
  for (const { opportunity } of [me.accepting, me.waiting])
    await world.ask(other.actor, applicationCalls.apply, { body: { opportunity, answers: {} } });
  await world.db
    .updateTable('users')
    .set({ first_name: 'Korib', last_name: 'chiquvchi' })
    .where('id', '=', me.accepting.organizer.user_id)
    .execute();
  const missing = await aFile(world, me.actor, 'document', 'yoqolgan.pdf', 'x');
  await fs.rm(path.join(dataDir, missing.url));

  const { headers, found, data, whole } = await downloadArchive(me.actor);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename=imkon-malumotlarim-2026-09-10.zip',
    'cache-control': 'private, no-store',
  });
  expect(whole).not.toMatch(/qoshni|Korib|chiquvchi|argon2/);

  const at = '2026-09-10T07:00:00Z';
  const moment = '2026-09-10T07:00:00.000Z';
  const short = (name: string) => name.split('/')[1]?.slice(0, 8);
  const { avatar, resume, document } = me.files;
  const archived = {
    avatar: `files/avatar/${short(avatar.name)}-meniki-surat.webp`,
    resume: `files/resume/${short(resume.name)}-meniki-rezyume.pdf`,
    document: `files/document/${short(document.name)}-meniki-hujjat.pdf`,
  };
  const { 'data.json': _data, 'OQING.txt': readme, ...files } = found;
  expect(readme).toMatch(/^Bu arxivda Imkon platformasida siz haqingizda saqlanayotgan hamma narsa bor\./);
  expect(files).toEqual({
    [archived.avatar]: 'meniki-surat-ichi',
    [archived.resume]: 'meniki-rezyume-ichi',
    [archived.document]: 'meniki-hujjat-ichi',
  });

  const profile = await findStudentProfile(world.db, me.actor.user_id);
  const { id: _id, about_me: _about, updated_at: _at, resume_name: _name, ...snapshot } = profile as NonNullable<typeof profile>;
  const file = (name: string, kind: string, original_name: string, size: number, archived_as: string | null) => ({
    name,
    kind,
    original_name,
    content_type: 'application/pdf',
    size,
    created_at: at,
    archived_as,
  });
  const question = 'Nega aynan siz?';
  const application = { applied_at: at, updated_at: at, snapshot, answers: [{ question, answer: 'meniki-javob' }] };
  const listed = [
    file(avatar.name, 'avatar', 'meniki-surat.jpg', 17, archived.avatar),
    file(resume.name, 'resume', 'meniki-rezyume.pdf', 19, archived.resume),
    file(document.name, 'document', 'meniki-hujjat.pdf', 18, archived.document),
    file(missing.name, 'document', 'yoqolgan.pdf', 1, null),
  ];
  expect(data).toEqual({
    exported_at: moment,
    account: {
      id: me.actor.user_id,
      email: me.email,
      first_name: 'meniki-ism',
      last_name: 'meniki-familiya',
      user_type: 'student',
      created_at: at,
      updated_at: at,
    },
    consents: [
      { subject: 'sign_up', subject_id: null, version: consentVersion, language: 'uz', given_at: at },
      { subject: 'application', subject_id: me.applications.accepted, version: consentVersion, language: 'uz', given_at: at },
      { subject: 'application', subject_id: me.applications.waiting, version: consentVersion, language: 'uz', given_at: at },
    ],
    sessions: [{ created_at: at, rotated_at: at, ended_at: null }],
    profile: { ...profile, exam_scores: [expect.objectContaining({ score: '7.50', notes: 'meniki-ball' })] },
    applications: [
      {
        ...application,
        id: me.applications.accepted,
        opportunity: { id: me.accepting.opportunity, title: `Dastur: Qabul ${me.actor.user_id}` },
        organization_name: `Qabul ${me.actor.user_id}`,
        interview_at: null,
        interview_place: null,
        status: 'accepted',
        reason: me.reason,
        history: [
          { status: 'pending', reason: null, at: moment },
          { status: 'accepted', reason: me.reason, at: moment },
        ],
        documents: [],
      },
      {
        ...application,
        id: me.applications.waiting,
        opportunity: { id: me.waiting.opportunity, title: `Dastur: Kutish ${me.actor.user_id}` },
        organization_name: `Kutish ${me.actor.user_id}`,
        interview_at: null,
        interview_place: null,
        status: 'pending',
        reason: null,
        history: [{ status: 'pending', reason: null, at: moment }],
        documents: [{ name: 'meniki-ilova', file: document.name, created_at: moment }],
      },
    ],
    drafts: [
      {
        opportunity: { id: me.begun.opportunity, title: `Dastur: Qoralama ${me.actor.user_id}` },
        answers: [{ question, answer: 'meniki-qoralama' }],
        created_at: at,
        updated_at: at,
      },
    ],
    organization: null,
    notifications: [{ kind: 'invitation', title: 'meniki-taklif', text: 'meniki-xabar', created_at: at, read_at: null }],
    invitations: [
      { kind: 'student', organization_name: `Qabul ${me.actor.user_id}`, role: null, created_at: at, accepted_at: at },
      { kind: 'student', organization_name: `Kutish ${me.actor.user_id}`, role: null, created_at: at, accepted_at: null },
    ],
    files: expect.arrayContaining(listed),
  });
  expect(data.files).toHaveLength(listed.length);
});

test('a member’s archive has the account, the membership, the organization and their own uploads', async () => {
  const me = await anOrganizer(world, { name: 'Mening tashkilotim', phone: '+998711234567' });
  const colleague = await anOrganizer(world, { organization_id: me.organization_id, role: 'reviewer' });
  const ownFile = await aFile(world, me, 'cover', 'muqova ../ <b>.png', 'muqova', 'webp');
  await aFile(world, colleague, 'cover', 'hamkasb.png', 'hamkasb', 'webp');
  const { data, found } = await downloadArchive(me);
  expect(found).toEqual({
    'OQING.txt': expect.any(String),
    'data.json': expect.any(String),
    [`files/cover/${ownFile.name.slice(6, 14)}-b.webp`]: 'muqova',
  });
  expect(data).toMatchObject({
    account: { id: me.user_id, user_type: 'organization' },
    organization: { role: 'owner', name: 'Mening tashkilotim', phone: '+998711234567' },
    profile: null,
    applications: [],
    drafts: [],
  });
});

test('an administrator’s archive has only the account', async () => {
  const { data } = await downloadArchive(await anAdmin(world));
  expect(data).toMatchObject({ account: { user_type: 'admin' }, profile: null, organization: null, applications: [], files: [] });
});

test('the signed link opens the archive of its user only, without a token, until the account is deleted', async () => {
  const [me, other] = [await aStudent(world), await aStudent(world)];
  const { url } = (await world.ask(me, accountCalls.exportLink)).reply;
  expect(url).toMatch(new RegExp(`^/api/auth/export/${me.user_id}/\\?until=\\d+&sig=[\\w-]{32}$`));
  const opened = await world.app.inject({ url });
  const data = JSON.parse((await unzip(opened.rawPayload))['data.json'] as string);
  expect([opened.statusCode, data.account.id]).toEqual([200, me.user_id]);
  const ofOther = url.replace(`/${me.user_id}/`, `/${other.user_id}/`);
  for (const wrong of [ofOther, `/api/auth/export/${me.user_id}/`, url.replace(/sig=./, 'sig=')])
    expect([wrong, (await world.app.inject({ url: wrong })).statusCode]).toEqual([wrong, 403]);
  await world.db.deleteFrom('users').where('id', '=', me.user_id).execute();
  expect((await world.app.inject({ url })).statusCode).toBe(404);
  expect((await world.ask(me, accountCalls.export)).status).toBe(401);
});

test('a file removed during the download aborts the stream', async () => {
  const me = await aCompleteStudent(world, 'uzilgan');
  const { body } = await createArchive(world.deps, me.actor.user_id);
  await fs.rm(path.join(dataDir, me.files.resume.url));
  await expect(text(body as Readable)).rejects.toThrow(`${me.files.resume.name} is gone`);
});

test('archives are limited per user', async () => {
  const [me, other] = [await aStudent(strict), await aStudent(strict)];
  for (let time = 0; time < 10; time += 1) expect((await strict.ask(me, accountCalls.export)).status).toBe(200);
  expect((await strict.ask(me, accountCalls.export)).status).toBe(429);
  expect((await strict.ask(other, accountCalls.export)).status).toBe(200);
});

test('records consent at sign-up and at each application with version, time and language', async () => {
  const body = { email: 'rozi@example.uz', password, password_confirm: password, first_name: 'Rozi' };
  const { reply } = await world.ask(null, accountCalls.register, { body, headers: { 'accept-language': 'en' } });
  const actor = { ...(await aStudent(world)), user_id: reply.id };
  const person = await aCompleteStudent(world, 'rozilik');
  world.clock.now = new Date('2026-09-11T08:30:00Z');
  const application = await world.ask(actor, applicationCalls.apply, { body: { opportunity: person.waiting.opportunity, answers: {} } });
  world.clock.now = new Date('2026-09-10T07:00:00Z');
  const consents = await world.db.selectFrom('consents').selectAll().where('user_id', '=', reply.id).orderBy('id').execute();
  expect(consents.map(({ id: _, user_id: __, ...consent }) => consent)).toEqual([
    { subject: 'sign_up', subject_id: null, version: consentVersion, language: 'en', given_at: '2026-09-10T07:00:00Z' },
    { subject: 'application', subject_id: application.reply.id, version: consentVersion, language: 'uz', given_at: '2026-09-11T08:30:00Z' },
  ]);
  expect((await downloadArchive(actor)).data.consents).toEqual(consents.map(({ id: _, user_id: __, ...consent }) => consent));
});
