import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type ApplicationDocument, applicationCalls } from '#contract/application.ts';
import { errorCatalog } from '#contract/errors.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { studentCalls } from '#contract/student.ts';
import type { Actor } from '../http/actor.ts';
import { aDocx, aPdf, fileForm } from '../testing/sampleFiles.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let me: Actor;
let other: Actor;
let owner: Actor & { organization_id: number };
let otherOrganizer: Actor & { organization_id: number };
let application_id: number;
/** Another student's application to the same opportunity, with a document. */
let otherApplication: number;
let otherDocument: ApplicationDocument;

const applyTo = async (actor: Actor, opportunity: number) =>
  (await world.ask(actor, applicationCalls.apply, { body: { opportunity, answers: {} } })).reply.id;
beforeEach(async () => {
  [me, other] = [await aStudent(world), await aStudent(world)];
  [owner, otherOrganizer] = [await anOrganizer(world), await anOrganizer(world)];
  const opportunity = await anOpportunity(world, owner.organization_id);
  [application_id, otherApplication] = [await applyTo(me, opportunity), await applyTo(other, opportunity)];
  otherDocument = (await add(fileForm('file', aPdf(), { name: 'begona.pdf' }), other, otherApplication)).reply;
});

const upload = async (actor: Actor, data = aPdf(), headers: Record<string, string> = {}) =>
  world.ask(actor, applicationCalls.uploadDocument, { body: fileForm('file', data, { name: 'Diplom nusxasi.pdf' }), headers });
const add = (body: unknown, actor: Actor = me, to = application_id, headers: Record<string, string> = {}) =>
  world.ask(actor, applicationCalls.addDocument, { params: { application_id: to }, body, headers });
const list = (actor: Actor, query = {}, of = application_id) =>
  world.ask(actor, applicationCalls.documents, { params: { application_id: of }, query });
const take = (id: number, actor: Actor = me, from = application_id) =>
  world.ask(actor, applicationCalls.removeDocument, { params: { application_id: from, id } });
const open = async (url: string) => (await world.app.inject(url)).statusCode;
const withoutQuery = (url: string) => url.split('?')[0] as string;
const readFiles = async (actor: Actor) => {
  const rows = await world.db.selectFrom('files').select('name').where('owner_id', '=', actor.user_id).orderBy('name').execute();
  for (const { name } of rows) expect(fs.existsSync(path.join(world.deps.config.dataDir, 'files', name))).toBe(true);
  return rows.map(({ name }) => `/files/${name}`);
};
const refused = (answer: { status: number; body: unknown }) => [answer.status, answer.body];

test('a student adds a file to an application, and the organization can read it', async () => {
  const { reply } = await add(fileForm('file', await aDocx(), { name: 'Tavsiyanoma.docx' }));
  expect(reply).toEqual({
    id: expect.any(Number),
    name: 'Tavsiyanoma.docx',
    url: expect.stringMatching(/^\/files\/document\/[0-9a-f]{32}\.docx\?until=\d+&sig=[\w-]{32}$/),
    created_at: '2026-09-10T07:00:00.000Z',
  });
  const named = (await add(fileForm('file', aPdf(), { fields: { name: ' Diplom ' } }))).reply;
  expect(named.name).toBe('Diplom');
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  for (const actor of [me, owner, reviewer])
    expect((await list(actor)).reply).toEqual({ count: 2, next: null, previous: null, results: [reply, named] });
  expect((await list(me, { page: 2, page_size: 1 })).reply).toMatchObject({ count: 2, next: null, results: [named] });
  expect((await list(me, { page: 3, page_size: 1 })).status).toBe(404);
  const { documents } = (await world.ask(owner, applicationCalls.detail, { params: { id: application_id } })).reply;
  expect(documents).toEqual([reply, named]);
  expect([await open(reply.url), await open(withoutQuery(reply.url))]).toEqual([200, 403]);
  expect((await list(other, {}, otherApplication)).reply.results).toEqual([otherDocument]);
});

test('adds a file uploaded before by its address, signed or unsigned', async () => {
  const { reply: uploaded } = await upload(me);
  expect(uploaded).toEqual({ url: expect.stringMatching(/^\/files\/document\/[0-9a-f]{32}\.pdf\?until=/), name: 'Diplom nusxasi.pdf' });
  const first = (await add({ file: uploaded.url })).reply;
  const second = (await add({ file: withoutQuery(uploaded.url), name: 'Yana' })).reply;
  expect([first.name, second.name, withoutQuery(first.url), withoutQuery(second.url)]).toEqual([
    'Diplom nusxasi.pdf',
    'Yana',
    withoutQuery(uploaded.url),
    withoutQuery(uploaded.url),
  ]);
  // The file is deleted with its last reference.
  expect([(await take(first.id)).status, await open(second.url)]).toEqual([204, 200]);
  expect([(await take(second.id)).status, await open(second.url), await readFiles(me)]).toEqual([204, 404, []]);
});

test('refuses the address of another student’s document', async () => {
  const { url } = (await upload(other)).reply;
  const resume = `/files/resume/${'a'.repeat(32)}.pdf`;
  const at = world.clock.now;
  await world.db
    .insertInto('files')
    .values({ name: resume.slice(7), kind: 'resume', owner_id: me.user_id, content_type: 'application/pdf', size: 1, created_at: at })
    .execute();
  for (const file of [
    url,
    withoutQuery(url),
    otherDocument.url,
    resume,
    'https://example.com/a.pdf',
    '/files/',
    '/files/document/../resume/x.pdf',
    'salom',
  ])
    expect([file, ...refused(await add({ file }))]).toEqual([
      file,
      400,
      { file: ['Havolani to‘g‘ri kiriting (masalan, https://example.uz).'] },
    ]);
  for (const body of [{}, { file: null }, { file: ' ' }, fileForm('boshqa', aPdf())])
    expect(refused(await add(body))).toEqual([400, { detail: errorCatalog.file_missing[1], code: 'file_missing' }]);
  expect(refused(await add(fileForm('file', Buffer.from('MZ'), { name: 'a.pdf' })))).toEqual([
    400,
    { detail: errorCatalog.document_invalid[1], code: 'document_invalid' },
  ]);
  expect((await list(me)).reply.count).toBe(0);
});

test('allows at most ten documents, also concurrently', async () => {
  const { url } = (await upload(me)).reply;
  const answers = await Promise.all(Array.from({ length: 12 }, () => add({ file: url })));
  expect(answers.filter(({ status }) => status === 201).length).toBe(10);
  const before = await readFiles(me);
  expect(refused(await add(fileForm('file', aPdf())))).toEqual([
    400,
    { file: ['Bitta arizaga ko‘pi bilan 10 ta hujjat qo‘shish mumkin.'] },
  ]);
  expect([await readFiles(me), (await list(me)).reply.count]).toEqual([before, 10]);
});

test.each(['accepted', 'rejected', 'withdrawn'] as const)('%s: documents can be read, but not added or removed', async (status) => {
  const { reply } = await add(fileForm('file', aPdf()));
  await world.db.updateTable('applications').set({ status }).where('id', '=', application_id).execute();
  const before = await readFiles(me);
  for (const answer of [await add(fileForm('file', aPdf())), await take(reply.id)])
    expect(refused(answer)).toEqual([400, { detail: errorCatalog.invalid_operation[1], code: 'invalid_operation' }]);
  expect([(await list(me)).reply.results, (await list(owner)).reply.results, await readFiles(me)]).toEqual([[reply], [reply], before]);
});

test('returns 404 for another student’s application or document', async () => {
  const own = (await add(fileForm('file', aPdf()))).reply;
  const before = await readFiles(me);
  const missing = [404, { detail: errorCatalog.application_not_found[1], code: 'application_not_found' }];
  expect(refused(await add(fileForm('file', aPdf()), me, otherApplication))).toEqual(missing);
  expect(refused(await take(otherDocument.id, me, otherApplication))).toEqual(missing);
  expect((await take(otherDocument.id)).status).toBe(404);
  expect((await take(own.id, other, otherApplication)).status).toBe(404);
  for (const actor of [other, otherOrganizer, await anAdmin(world)]) expect(refused(await list(actor))).toEqual(missing);
  expect([await readFiles(me), (await list(me)).reply.count, (await list(other, {}, otherApplication)).reply.count]).toEqual([
    before,
    1,
    1,
  ]);
  expect([await open(otherDocument.url), await open(own.url)]).toEqual([200, 200]);
});

test('adds and uploads once per idempotency key', async () => {
  const headers = { 'idempotency-key': 'hujjat-1' };
  const first = await add(fileForm('file', aPdf(), { name: 'a.pdf' }), me, application_id, headers);
  const again = await add(fileForm('file', aPdf(), { name: 'a.pdf' }), me, application_id, headers);
  expect([again.status, again.body, (await list(me)).reply.count]).toEqual([201, first.body, 1]);
  const [one, two] = [await upload(me, aPdf(), headers), await upload(me, aPdf(), headers)];
  expect([two.status, two.body, (await readFiles(me)).length]).toEqual([201, one.body, 2]);
});

const createFormWithQuestions = async () => {
  const { reply } = await world.ask(owner, opportunityCalls.create, {
    body: {
      title: 'So‘raydi',
      description: 'Tavsif',
      status: 'published',
      start_date: '2026-11-01',
      application_deadline: '2026-10-01',
      location: 'Toshkent',
      additional_questions: [
        { question: 'Fayl?', question_type: 'file', is_required: false, max_length: 20 },
        { question: 'Havola?', question_type: 'url', is_required: false },
        { question: 'Matn?', question_type: 'text', is_required: false },
      ],
    },
  });
  const [file, link, text] = reply.additional_questions.map(({ id }) => String(id)) as [string, string, string];
  return { opportunity: reply.id, file, link, text };
};

test('a file answer must be the student’s document; it is stored unsigned and returned signed', async () => {
  const form = await createFormWithQuestions();
  const [own, another, ofOther] = [(await upload(me)).reply.url, (await upload(me)).reply.url, (await upload(other)).reply.url];
  const stored = async (id: number) =>
    (await world.db.selectFrom('applications').select('answers').where('id', '=', id).executeTakeFirst())?.answers;
  const wrong = ['Havolani to‘g‘ri kiriting (masalan, https://example.uz).'];
  const send = (answers: Record<string, string>) =>
    world.ask(me, applicationCalls.apply, { body: { opportunity: form.opportunity, answers } });

  const avatar = '/files/avatar/00000000000000000000000000000000.webp';
  for (const url of [
    ofOther,
    withoutQuery(ofOther),
    avatar,
    '/files/document/00000000000000000000000000000000.pdf',
    '/files/../etc/passwd',
  ])
    for (const key of [form.file, form.link])
      expect([url, ...refused(await send({ [key]: url }))]).toEqual([url, 400, { answers: { [key]: wrong } }]);
  // An internal address is not accepted as a link.
  expect(refused(await send({ [form.link]: own }))).toEqual([400, { answers: { [form.link]: wrong } }]);

  const sent = await send({ [form.file]: own, [form.link]: 'https://example.uz', [form.text]: '/files/ degan papka' });
  const { id } = sent.reply;
  expect(await stored(id)).toEqual({
    [form.file]: withoutQuery(own),
    [form.link]: 'https://example.uz',
    [form.text]: '/files/ degan papka',
  });
  for (const actor of [me, owner]) {
    const { answers } = (await world.ask(actor, applicationCalls.detail, { params: { id } })).reply;
    expect(answers.map(({ answer_file }) => answer_file)).toEqual([expect.stringContaining(`${withoutQuery(own)}?until=`), null, null]);
    expect(await open(String(answers[0]?.answer_file))).toBe(200);
  }

  const patch = (answers: Record<string, string>) => world.ask(me, applicationCalls.update, { params: { id }, body: { answers } });
  expect(refused(await patch({ [form.file]: ofOther }))).toEqual([400, { answers: { [form.file]: wrong } }]);
  expect((await patch({ [form.file]: another, [form.link]: 'example.uz' })).status).toBe(200);
  expect(await stored(id)).toEqual({ [form.file]: withoutQuery(another), [form.link]: 'example.uz' });
});

test('keeps the resume of a snapshot when it is replaced while the application is being sent', async () => {
  const resume = async () => (await world.ask(me, studentCalls.uploadResume, { body: fileForm('resume', aPdf()) })).reply;
  await resume();
  for (let round = 0; round < 10; round += 1) {
    const opportunity = await anOpportunity(world, owner.organization_id);
    const [id] = await Promise.all([applyTo(me, opportunity), resume()]);
    const { student } = (await world.ask(owner, applicationCalls.detail, { params: { id } })).reply;
    expect([round, await open(String(student?.resume))]).toEqual([round, 200]);
  }
});
