import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import type { Actor } from '../http/actor.ts';
import { anOpportunity, anOrganizer, aWorld } from '../testing/world.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-files-'));
const world = aWorld({ dataDir });
let owner: Actor & { organization_id: number };
let photo: Buffer;
let id: number;

beforeAll(async () => {
  owner = await anOrganizer(world);
  photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#2f6fed' } })
    .withExif({ IFD0: { Copyright: 'maxfiy-joy' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  id = await anOpportunity(world, owner.organization_id);
});
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const form = (fields: Record<string, string>, data?: Buffer, name = 'rasm.jpg') => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  if (data) body.append('cover_image', new Blob([new Uint8Array(data)], { type: 'image/jpeg' }), name);
  return body;
};
const change = (body: unknown) => world.ask(owner, opportunityCalls.update, { params: { id }, body });
const storedFiles = () =>
  fs.existsSync(path.join(dataDir, 'files/cover')) ? fs.readdirSync(path.join(dataDir, 'files/cover')).sort() : [];
const recordedFiles = async () =>
  (await world.db.selectFrom('files').select('name').orderBy('name').execute()).map((row) => row.name.slice('cover/'.length));

test('creates an opportunity from a form of text fields, lists as JSON text and a cover', async () => {
  const { reply } = await world.ask(owner, opportunityCalls.create, {
    body: form(
      {
        title: 'Rasmli',
        description: 'Tavsif\nIkkinchi qator',
        start_date: '2026-11-01',
        application_deadline: '2026-10-01',
        location: 'Toshkent',
        is_remote: 'true',
        max_applications: '5',
        requirements: JSON.stringify([{ requirement: 'Bir', isMandatory: false }]),
        additional_questions: JSON.stringify([{ question: 'Qaysi?', question_type: 'select', options: 'A\nB' }]),
        required_skills: '[]',
      },
      photo,
    ),
  });
  // A form sends line breaks as CRLF.
  expect(reply).toMatchObject({
    description: 'Tavsif\nIkkinchi qator',
    is_remote: true,
    max_applications: 5,
    requirements: [{ requirement: 'Bir', is_mandatory: false }],
  });
  expect(reply.additional_questions[0]?.options).toEqual(['A', 'B']);
  expect(reply.cover_image).toMatch(/^\/files\/cover\/[0-9a-f]{32}\.webp$/);
  const served = await world.app.inject({ method: 'GET', url: String(reply.cover_image) });
  expect([served.statusCode, served.headers['content-type'], served.headers['x-content-type-options']]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ]);
  expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const metadata = await sharp(served.rawPayload).metadata();
  expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual(['webp', 1600, 800, undefined]);
  expect(
    await world.db
      .selectFrom('files')
      .selectAll()
      .where('name', 'like', `%${path.basename(String(reply.cover_image))}`)
      .execute(),
  ).toEqual([
    {
      name: String(reply.cover_image).slice('/files/'.length),
      kind: 'cover',
      owner_id: owner.user_id,
      content_type: 'image/webp',
      size: served.rawPayload.length,
      original_name: 'rasm.webp',
      created_at: '2026-09-10T07:00:00Z',
    },
  ]);
});

test('changes an opportunity from a form: fields as text, lists as JSON text, options as a list, lines or an object', async () => {
  const { reply } = await change(
    form(
      {
        title: 'Yangi',
        featured: 'true',
        is_remote: 'false',
        max_applications: '12',
        graduation_year_min: '2026',
        end_date: '2026-12-01',
        min_gpa: '3.5',
        requirements: JSON.stringify(['Bir', { requirement: 'Ikki', isMandatory: 'false' }]),
        profile_requirements: JSON.stringify([{ section: 'skills', minimum_items: '2' }]),
        additional_questions: JSON.stringify([
          { question: 'Ro‘yxat?', question_type: 'select', options: ['A', 'B'] },
          { question: 'Satrlar?', question_type: 'select', options: 'A\r\nB' },
          { question: 'Obyekt?', question_type: 'select', options: { 0: 'A', 1: 'B' }, is_required: 'true', max_length: '20' },
        ]),
      },
      photo,
    ),
  );
  expect(reply).toMatchObject({
    title: 'Yangi',
    featured: true,
    is_remote: false,
    max_applications: 12,
    graduation_year_min: 2026,
    end_date: '2026-12-01',
    min_gpa: '3.5',
    location: 'Toshkent',
    status: 'published',
  });
  expect(reply.cover_image).toMatch(/^\/files\/cover\//);
  expect(reply.requirements.map(({ requirement, is_mandatory }) => [requirement, is_mandatory])).toEqual([
    ['Bir', true],
    ['Ikki', false],
  ]);
  expect(reply.profile_requirements.map(({ section, minimum_items }) => [section, minimum_items])).toEqual([['skills', 2]]);
  expect(reply.additional_questions.map(({ options }) => options)).toEqual([
    ['A', 'B'],
    ['A', 'B'],
    ['A', 'B'],
  ]);
  // Items with an id keep their row; a blank clears a field or list; an absent one is unchanged.
  const remaining = reply.additional_questions
    .slice(1)
    .map(({ id, question, question_type, options }) => ({ id, question, question_type, options }));
  const after = (
    await change(form({ max_applications: '', end_date: '', requirements: '', additional_questions: JSON.stringify(remaining) }))
  ).reply;
  expect(after).toMatchObject({ max_applications: null, end_date: null, requirements: [], min_gpa: '3.5', cover_image: reply.cover_image });
  expect(after.additional_questions.map(({ id }) => id)).toEqual(remaining.map(({ id }) => id));
  expect((await change({ profile_requirements: null })).reply.profile_requirements).toEqual([]);
  const broken = await change(form({ requirements: '[{"requirement":', title: 'Buzilgan' }));
  expect([broken.status, Object.keys(broken.body)]).toEqual([400, ['requirements']]);
  const wrong = await change(form({ requirements: '[{"requirement":"Bir"},{"requirement":" "}]' }));
  expect(wrong.body).toEqual({ requirements: [{}, { requirement: ['Talab matnini kiriting'] }] });
});

test('stores a title that looks like JSON unchanged', async () => {
  for (const title of ['[2026]', '{"a": 1}']) expect((await change(form({ title }))).reply.title).toBe(title);
});

test('a new cover or null deletes the old file; sending its own address changes nothing', async () => {
  const first = (await change(form({ title: 'Yangi' }, photo))).reply;
  const second = (await change(form({}, photo))).reply;
  expect([second.title, second.cover_image === first.cover_image]).toEqual(['Yangi', false]);
  expect((await world.app.inject(String(first.cover_image))).statusCode).toBe(404);
  expect((await world.app.inject(String(second.cover_image))).statusCode).toBe(200);
  expect((await change({ cover_image: second.cover_image, title: 'Yana' })).reply.cover_image).toBe(second.cover_image);
  expect((await change({ cover_image: null })).reply.cover_image).toBeNull();
  expect((await world.app.inject(String(second.cover_image))).statusCode).toBe(404);
  expect(storedFiles()).toEqual(await recordedFiles());
});

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8 + data.length + 4);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(zlib.crc32(body), 8 + data.length);
  return out;
};
/** A PNG of a few kilobytes whose header claims 30,000 by 30,000 pixels. */
const decompressionBomb = () => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = zlib.deflateSync(Buffer.alloc(30_001 * 100));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const wrongType = 'Faqat JPG, PNG yoki WebP formatdagi rasmlar qabul qilinadi';
const broken = 'Rasmni yuklashda xatolik yuz berdi';
test.each([
  ['an image of 900 megapixels', () => decompressionBomb(), broken],
  ['a text named .jpg', () => Buffer.from('salom, bu rasm emas'), wrongType],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), wrongType],
  ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), wrongType],
  [
    'HTML behind a JPEG’s first bytes',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]),
    broken,
  ],
  ['a photo cut in half', () => photo.subarray(0, photo.length / 2), broken],
  ['nothing', () => Buffer.alloc(0), wrongType],
  ['six megabytes', () => Buffer.concat([photo, Buffer.alloc(6 * 1024 * 1024)]), 'Fayl hajmi 5MB dan oshmasligi kerak'],
])('refuses %s and changes nothing', async (_, data, message) => {
  const before = [storedFiles(), await recordedFiles()];
  const { status, body } = await change(form({ title: 'Buzildi' }, data()));
  expect([status, body]).toEqual([400, { cover_image: [message] }]);
  expect([storedFiles(), await recordedFiles()]).toEqual(before);
  expect((await world.ask(null, opportunityCalls.detail, { params: { id } })).reply).toMatchObject({ cover_image: null });
});

test('removes metadata and data appended to a photo', async () => {
  const { reply } = await change(form({}, Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\x03\x04')])));
  const { rawPayload } = await world.app.inject(String(reply.cover_image));
  for (const trace of ['<script>', 'PK\x03\x04', 'maxfiy-joy']) expect(rawPayload.includes(trace)).toBe(false);
});

test('a failed change leaves neither file nor row', async () => {
  const before = [storedFiles(), await recordedFiles()];
  expect((await change(form({ required_skills: '[2147483647]' }, photo))).status).toBe(400);
  id = 2147483647;
  expect((await change(form({}, photo))).status).toBe(404);
  expect([storedFiles(), await recordedFiles()]).toEqual(before);
});

test('a disk error is a 500 upload_failed and leaves nothing', async () => {
  const folder = path.join(dataDir, 'files');
  fs.renameSync(folder, `${folder}.away`);
  fs.writeFileSync(folder, 'a file where the folder should be');
  const before = await recordedFiles();
  const { status, body } = await change(form({}, photo));
  fs.rmSync(folder);
  fs.renameSync(`${folder}.away`, folder);
  expect([status, body.code]).toEqual([500, 'upload_failed']);
  expect(await recordedFiles()).toEqual(before);
});

test.each(['/files/cover/x.webp', '/files/other/00000000000000000000000000000000.webp', '/files/cover/..%2f..%2flock', '/files/cover/%00'])(
  'returns 404 for %s',
  async (url) => expect((await world.app.inject(url)).statusCode).toBe(404),
);

const strict = aWorld({ dataDir, limits: 'strict' });
test('limits uploads per person, refused ones included: decoding is expensive', async () => {
  const uploader = await anOrganizer(strict);
  const other = await anOrganizer(strict);
  const upload = async (actor: typeof uploader) => {
    const params = { id: await anOpportunity(strict, actor.organization_id) };
    return (await strict.ask(actor, opportunityCalls.update, { params, body: form({}, Buffer.from('not a picture')) })).status;
  };
  const statuses = [];
  for (let count = 0; count < 40; count += 1) statuses.push(await upload(uploader));
  expect([...new Set(statuses)]).toEqual([400]);
  expect([await upload(uploader), await upload(other)]).toEqual([429, 400]);
});
