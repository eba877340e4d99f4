import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCatalog } from '#contract/errors.ts';
import { studentCalls } from '#contract/student.ts';
import { readApplicant } from '../applications/snapshot.ts';
import type { Actor } from '../http/actor.ts';
import { aDocx, aPdf, aPhoto, aPng, aZip, fileForm, pngWithSize, wordParts } from '../testing/sampleFiles.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let me: Actor;
let other: Actor;
let photo: Buffer;
let docx: Buffer;
beforeAll(async () => {
  [photo, docx] = [await aPhoto(), await aDocx({ 'word/media/image1.png': await aPng() })];
});
beforeEach(async () => {
  [me, other] = [await aStudent(world), await aStudent(world)];
});

const folder = () => path.join(world.deps.config.dataDir, 'files');
const storedResumes = () =>
  fs.existsSync(`${folder()}/resume`)
    ? fs
        .readdirSync(`${folder()}/resume`)
        .map((name) => `resume/${name}`)
        .sort()
    : [];
/** The names of all files, after checking that the storage and the rows agree. */
const allNames = async () => {
  const rows = (await world.db.selectFrom('files').select('name').execute()).map(({ name }) => name).sort();
  expect(storedResumes()).toEqual(rows);
  return rows;
};
interface SendOptions {
  name?: string;
  type?: string;
  actor?: Actor;
  headers?: Record<string, string>;
}
const send = (data: Buffer, { name = 'Mening rezyumem.pdf', type = 'application/pdf', actor = me, headers = {} }: SendOptions = {}) =>
  world.ask(actor, studentCalls.uploadResume, { body: fileForm('resume', data, { name, type }), headers });
const readProfile = async (actor: Actor) => (await world.ask(actor, studentCalls.profile)).reply;
const fetchFile = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
const withoutQuery = (url: string | null) => url?.split('?', 1)[0];
const english = { 'accept-language': 'en' };

test.each([
  ['a PDF', () => aPdf(), 'Mening rezyumem.pdf', 'Mening rezyumem.pdf', 'application/pdf'],
  ['a PDF that calls itself a program', () => aPdf(), 'cv.pdf.exe', 'cv.pdf.exe.pdf', 'application/pdf'],
  [
    'a Word document',
    () => docx,
    'O‘ktam (2).DOCX',
    'O‘ktam (2).docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  [
    'a Word document without a name',
    () => docx,
    '../..\u202e',
    'fayl.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
])('%s is stored unchanged and downloaded under a name with the right extension', async (_, data, name, saved, type) => {
  const { reply } = await send(data(), { name, type: 'text/html' });
  expect(reply).toEqual({
    resume: expect.stringMatching(/^\/files\/resume\/[0-9a-f]{32}\.(pdf|docx)\?until=\d+&sig=[\w-]{32}$/),
    resume_name: saved,
  });
  const { resume, resume_name } = await readProfile(me);
  expect([resume, resume_name, (await readProfile(other)).resume]).toEqual([reply.resume, saved, null]);
  const served = await fetchFile(reply.resume);
  expect([served.statusCode, served.headers['content-type'], served.rawPayload.equals(data())]).toEqual([200, type, true]);
  expect(served.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringMatching(/^attachment; filename/),
  });
  expect(decodeURIComponent(String(served.headers['content-disposition']))).toContain(saved);
});

test.each([
  ['jpg', 'jpeg', () => photo],
  ['png', 'png', () => sharp(photo).keepMetadata().png().toBuffer()],
] as const)('a %s is re-encoded without its GPS position', async (extension, format, data) => {
  const given = Buffer.concat([await data(), Buffer.from('<script>alert(1)</script>')]);
  expect(given.includes('maxfiy-joy') || (await sharp(given).metadata()).exif !== undefined).toBe(true);
  const { reply } = await send(given, { name: 'skaner.pdf' });
  expect(reply.resume_name).toBe(`skaner.${extension}`);
  const served = await fetchFile(reply.resume);
  const about = await sharp(served.rawPayload).metadata();
  expect([served.headers['content-type'], about.format, about.width, about.exif]).toEqual([`image/${format}`, format, 1200, undefined]);
  for (const trace of ['maxfiy-joy', '<script>']) expect(served.rawPayload.includes(trace)).toBe(false);
});

/** A zip whose central directory declares a wrong size. */
const declaring = async (unpacked: number) => {
  const data = await aDocx();
  const at = data.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  data.writeUInt32LE(unpacked, at + 24);
  return data;
};
const bomb = () => aDocx({ 'word/media/image1.bmp': Buffer.alloc(110 * 1024 * 1024) });
const many = async () => aDocx(Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`word/media/${at}.txt`, ''])));
const twice = async () => {
  const data = await aDocx({ 'word/documenX.xml': 'ikkinchi' });
  return Buffer.from(data.toString('latin1').replaceAll('word/documenX.xml', 'word/document.xml'), 'latin1');
};
const encrypted = async () => {
  const data = await aDocx();
  const at = data.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  data.writeUInt16LE(data.readUInt16LE(at + 8) | 1, at + 8);
  return data;
};
const mp4 = Buffer.concat([Buffer.from('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00', 'latin1'), Buffer.alloc(2000)]);
const corpus: [string, () => Buffer | Promise<Buffer>, 'document_invalid' | 'document_broken' | 'document_too_large'][] = [
  ['an empty file', () => Buffer.alloc(0), 'document_invalid'],
  [
    'a program named .pdf',
    () => Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(4000), Buffer.from('%PDF-1.7\n%%EOF')]),
    'document_invalid',
  ],
  ['a page named .docx', () => Buffer.from('<html><script>alert(1)</script></html>'), 'document_invalid'],
  ['a page before a PDF', () => Buffer.concat([Buffer.from('<script>alert(1)</script>'), aPdf()]), 'document_invalid'],
  ['a PDF cut in half', () => aPdf(5000).subarray(0, 2500), 'document_broken'],
  ['a PDF with a program appended', () => Buffer.concat([aPdf(), Buffer.alloc(4000, 0x90)]), 'document_broken'],
  ['a film named .jpg', () => mp4, 'document_invalid'],
  ['a WebP', () => sharp(photo).webp().toBuffer(), 'document_invalid'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'document_invalid'],
  ['900 megapixels in a few kilobytes', () => pngWithSize(30_000, 30_000, 3_000_000), 'document_broken'],
  ['a scan cut in half', () => photo.subarray(0, photo.length / 2), 'document_broken'],
  ['a zip without the parts of a document', () => aZip({ 'a.exe': 'MZ' }), 'document_invalid'],
  ['a spreadsheet', () => aZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }), 'document_invalid'],
  ['a document with macros', () => aDocx({ 'word/vbaProject.bin': 'MZ' }), 'document_invalid'],
  ['a document with macros in upper case', () => aDocx({ 'word/VBAPROJECT.BIN': 'MZ' }), 'document_invalid'],
  ['a document with controls', () => aDocx({ 'word/activeX/activeX1.bin': 'MZ' }), 'document_invalid'],
  ['a document of a hundred megabytes in a few kilobytes', bomb, 'document_broken'],
  ['a document that declares four gigabytes', () => declaring(0xfffffffe), 'document_broken'],
  ['a document of thousands of parts', many, 'document_broken'],
  ['a document with two texts', twice, 'document_broken'],
  ['an encrypted document', encrypted, 'document_broken'],
  ['a document with a page appended', async () => Buffer.concat([docx, Buffer.from('<script>alert(1)</script>')]), 'document_broken'],
  ['a document cut in half', () => docx.subarray(0, docx.length / 2), 'document_broken'],
  [
    'a document with ../ in the names of its parts',
    async () => Buffer.from((await aZip({ ...wordParts, 'aa/bb': '' })).toString('latin1').replaceAll('aa/bb', '../bb'), 'latin1'),
    'document_broken',
  ],
  ['eleven megabytes', () => aPdf(11 * 1024 * 1024), 'document_too_large'],
  ['thirteen megabytes', () => aPdf(13 * 1024 * 1024), 'document_too_large'],
];
test.each(corpus)('%s is refused, and the old resume stays', async (_, make, code) => {
  const before = (await send(aPdf())).reply.resume;
  const names = await allNames();
  const data = await make();
  const expected = data.length > 12 * 1024 * 1024 ? 'file_too_large' : code;
  const { status, body } = await send(data, { name: 'rezyume.docx' });
  expect([status, body]).toEqual([400, { detail: errorCatalog[expected][1], code: expected }]);
  expect((await send(data, { headers: english })).body.detail).toBe('Invalid file type or size');
  expect([(await readProfile(me)).resume, await allNames()]).toEqual([before, names]);
});

test('a resume of ten megabytes is accepted, a missing one is a 400', async () => {
  expect((await send(aPdf(10 * 1024 * 1024 - 200))).status).toBe(200);
  const { status, body } = await world.ask(me, studentCalls.uploadResume, { body: fileForm('avatar', aPdf()) });
  expect([status, body]).toEqual([400, { detail: errorCatalog.file_missing[1], code: 'file_missing' }]);
});

test('a link opens without a token for at least half an hour, and an expired one gets a readable page', async () => {
  const { resume } = (await send(aPdf())).reply;
  const start = world.clock.now;
  const setClock = (minutes: number) => {
    world.clock.now = new Date(start.getTime() + minutes * 60_000);
  };
  setClock(29);
  expect((await fetchFile(resume)).statusCode).toBe(200);
  setClock(61);
  const refused = await fetchFile(resume, { 'accept-language': 'uz' });
  expect([refused.statusCode, refused.json()]).toEqual([403, { detail: errorCatalog.link_expired[1], code: 'link_expired' }]);
  const page = await fetchFile(resume, { accept: 'text/html,application/xhtml+xml' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(page.body).toContain(errorCatalog.link_expired[1]);
  const fresh = (await readProfile(me)).resume;
  expect((await fetchFile(String(fresh))).statusCode).toBe(200);
  world.clock.now = start;
});

test('a missing, partial, forged or foreign signature does not open a file', async () => {
  const own = (await send(aPdf())).reply.resume;
  const ofOther = (await send(aPdf(10), { actor: other })).reply.resume;
  const [address, query] = own.split('?') as [string, string];
  const until = new URLSearchParams(query).get('until');
  const sig = new URLSearchParams(query).get('sig');
  for (const url of [
    address,
    `${address}?`,
    `${address}?until=${until}`,
    `${address}?sig=${sig}`,
    `${address}?until=${Number(until) + 1800}&sig=${sig}`,
    `${address}?until=${until}&sig=${'A'.repeat(32)}`,
    `${address}?until=${until}&sig=${sig}x`,
    `${address}?until=${until}&until=${until}&sig=${sig}`,
    `${address}?until=NaN&sig=${sig}`,
    `${address}?${ofOther.split('?')[1]}`,
    `${withoutQuery(ofOther)}?${query}`,
    `${address.replace('/resume/', '/document/')}?${query}`,
  ])
    expect([url, (await fetchFile(url)).statusCode]).toEqual([url, 403]);
  for (const url of [`${address.replace('.pdf', '.docx')}?${query}`, `/files/resume/..%2f..%2fsecret?${query}`, '/files/resume/%00'])
    expect([url, [403, 404].includes((await fetchFile(url)).statusCode)]).toEqual([url, true]);
  const tokens = { authorization: `Bearer ${world.deps.tokens.sign(other, world.clock.now)}` };
  expect((await fetchFile(address, tokens)).statusCode).toBe(403);
});

const applyWith = async (actor: Actor) => {
  const { organization_id } = await anOrganizer(world);
  const opportunity_id = await anOpportunity(world, organization_id);
  const snapshot = JSON.stringify(await readApplicant(world.db, actor.user_id));
  const [applied_at, updated_at] = [world.clock.now, world.clock.now];
  await world.db
    .insertInto('applications')
    .values({ opportunity_id, student_id: actor.user_id, answers: '{}', questions: '[]', snapshot, applied_at, updated_at })
    .execute();
};

test('a new resume removes the old one unless an application was sent with it', async () => {
  const ofOther = (await send(aPdf(), { actor: other })).reply.resume;
  const first = (await send(aPdf())).reply.resume;
  const second = (await send(docx)).reply.resume;
  expect([(await fetchFile(first)).statusCode, (await fetchFile(second)).statusCode]).toEqual([404, 200]);
  await applyWith(me);
  const third = (await send(aPdf())).reply.resume;
  expect([(await fetchFile(second)).statusCode, (await fetchFile(third)).statusCode]).toEqual([200, 200]);
  for (const _ of [1, 2]) expect((await world.ask(me, studentCalls.removeResume)).status).toBe(204);
  expect([(await fetchFile(second)).statusCode, (await fetchFile(third)).statusCode, (await fetchFile(ofOther)).statusCode]).toEqual([
    200, 404, 200,
  ]);
  const { resume, resume_name } = await readProfile(me);
  expect([resume, resume_name]).toEqual([null, null]);
  await allNames();
});

test('the same idempotency key gives the same reply and stores one file', async () => {
  const headers = { 'idempotency-key': 'rezyume-1' };
  const first = await send(aPdf(), { headers });
  const names = await allNames();
  const again = await send(aPdf(), { headers });
  expect([again.status, again.body, await allNames()]).toEqual([200, first.body, names]);
});

test('a failing disk leaves the old resume and no partial file', async () => {
  const before = (await send(aPdf())).reply.resume;
  const names = await allNames();
  fs.renameSync(`${folder()}/resume`, `${folder()}/away`);
  fs.writeFileSync(`${folder()}/resume`, 'a file where the folder should be');
  const { status, body } = await send(docx);
  const english500 = await send(docx, { headers: english });
  fs.rmSync(`${folder()}/resume`);
  fs.renameSync(`${folder()}/away`, `${folder()}/resume`);
  expect([status, body.code, english500.body.detail]).toEqual([500, 'upload_failed', 'File upload failed']);
  expect([(await readProfile(me)).resume, await allNames()]).toEqual([before, names]);
});

test('a file missing in the storage is a 404, with a readable page for a browser', async () => {
  const { resume } = (await send(aPdf())).reply;
  const file = path.join(folder(), String(withoutQuery(resume)).slice('/files/'.length));
  fs.renameSync(file, `${file}.away`);
  expect([
    (await fetchFile(resume)).statusCode,
    (await fetchFile(resume, { accept: 'text/html' })).body.includes(errorCatalog.not_found[1]),
  ]).toEqual([404, true]);
  fs.renameSync(`${file}.away`, file);
});
