import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCatalog } from '#contract/errors.ts';
import { organizationCalls } from '#contract/organization.ts';
import { studentCalls } from '#contract/student.ts';
import { readApplicant } from '../applications/snapshot.ts';
import type { Actor } from '../http/actor.ts';
import { aLogo, aPhoto, aPng, badSvgs, fileForm, pngWithSize } from '../testing/sampleFiles.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
let me: Actor;
let other: Actor;
let owner: Actor & { organization_id: number };
let photo: Buffer;
beforeAll(async () => {
  photo = await aPhoto();
});
beforeEach(async () => {
  [me, other] = [await aStudent(world), await aStudent(world)];
  owner = await anOrganizer(world);
});

const storedFiles = (kind: string) => {
  const folder = path.join(world.deps.config.dataDir, 'files', kind);
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => `${kind}/${name}`) : [];
};
const rows = async () => (await world.db.selectFrom('files').select('name').execute()).map(({ name }) => name).sort();
/** The names of all files, after checking that the storage and the rows agree. */
const allNames = async () => {
  const names = await rows();
  expect([...storedFiles('avatar'), ...storedFiles('logo')].sort()).toEqual(names);
  return names;
};
const send = (data: Buffer, headers: Record<string, string> = {}) =>
  world.ask(me, studentCalls.uploadPicture, { body: fileForm('avatar', data, { name: 'men.jpg' }), headers });
const readProfile = async (actor: Actor) => (await world.ask(actor, studentCalls.profile)).reply;
const fetchFile = (url: string) => world.app.inject(url);

test('a picture is re-encoded: small, upright, without its GPS position', async () => {
  const { reply } = await send(photo);
  expect(reply).toEqual({ avatar: expect.stringMatching(/^\/files\/avatar\/[0-9a-f]{32}\.webp$/) });
  const served = await fetchFile(reply.avatar);
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
  const about = await sharp(served.rawPayload).metadata();
  expect([about.width, about.height, about.exif, about.xmp, about.icc]).toEqual([512, 341, undefined, undefined, undefined]);
  expect(served.rawPayload.includes('maxfiy-joy')).toBe(false);
  expect([(await readProfile(me)).avatar, (await readProfile(other)).avatar]).toEqual([reply.avatar, null]);
});

test('a new picture sets updated_at of the profile', async () => {
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  await send(photo);
  expect(Date.parse((await readProfile(me)).updated_at)).toBe(world.clock.now.getTime());
});

test('a new picture removes only the old one of the same person; removing it twice succeeds', async () => {
  const first = (await send(photo)).reply.avatar;
  const ofOther = (await world.ask(other, studentCalls.uploadPicture, { body: fileForm('avatar', photo) })).reply.avatar;
  const second = (await send(photo)).reply.avatar;
  expect([(await fetchFile(first)).statusCode, (await fetchFile(second)).statusCode, (await fetchFile(ofOther)).statusCode]).toEqual([
    404, 200, 200,
  ]);
  expect((await fetchFile(second)).headers['cache-control']).toBe('private, max-age=86400, immutable');
  for (const _ of [1, 2]) expect((await world.ask(me, studentCalls.removePicture)).status).toBe(204);
  expect([(await readProfile(me)).avatar, (await fetchFile(second)).statusCode, (await fetchFile(ofOther)).statusCode]).toEqual([
    null,
    404,
    200,
  ]);
  await allNames();
});

test('the picture an application was sent with is not removed', async () => {
  const first = (await send(photo)).reply.avatar;
  await world.db
    .insertInto('applications')
    .values({
      opportunity_id: await anOpportunity(world, owner.organization_id),
      student_id: me.user_id,
      answers: '{}',
      questions: '[]',
      snapshot: JSON.stringify(await readApplicant(world.db, me.user_id)),
      applied_at: world.clock.now,
      updated_at: world.clock.now,
    })
    .execute();
  const second = (await send(photo)).reply.avatar;
  await world.ask(me, studentCalls.removePicture);
  expect([(await fetchFile(first)).statusCode, (await fetchFile(second)).statusCode]).toEqual([200, 404]);
});

const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00\x00\x00\x00*/=1;alert(1);//<script>alert(1)</script>;', 'latin1');
const mp4 = Buffer.concat([Buffer.from('\x00\x00\x00\x20ftypisom\x00\x00\x02\x00', 'latin1'), Buffer.alloc(2000)]);
const corpus: [string, () => Buffer, 'picture_invalid' | 'picture_broken' | 'picture_too_large'][] = [
  ['an empty file', () => Buffer.alloc(0), 'picture_invalid'],
  ['a GIF that is a script and a page', () => gif, 'picture_invalid'],
  ['a film named .jpg', () => mp4, 'picture_invalid'],
  ['a program named .jpg', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]), 'picture_invalid'],
  ['a PDF named .jpg', () => Buffer.from('%PDF-1.7\n%%EOF'), 'picture_invalid'],
  ['an SVG', () => aLogo, 'picture_invalid'],
  ['900 megapixels in a few kilobytes', () => pngWithSize(30_000, 30_000, 3_000_000), 'picture_broken'],
  ['one row more than 40 megapixels', () => pngWithSize(8000, 5001, 1000), 'picture_broken'],
  ['pixels that unpack to more than declared', () => pngWithSize(10, 10, 4_000_000).subarray(0, 3000), 'picture_broken'],
  ['a photo cut in half', () => photo.subarray(0, photo.length / 2), 'picture_broken'],
  [
    'a page after the first bytes of a photo',
    () => Buffer.concat([photo.subarray(0, 3), Buffer.from('<script>alert(1)</script>')]),
    'picture_broken',
  ],
  ['a good photo with five megabytes appended', () => Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]), 'picture_too_large'],
];
test.each(corpus)('%s is refused, and the old picture stays', async (_, data, code) => {
  const before = (await send(photo)).reply.avatar;
  const names = await allNames();
  const { status, body } = await send(data());
  expect([status, body]).toEqual([400, { detail: errorCatalog[code][1], code }]);
  expect((await send(data(), { 'accept-language': 'en' })).body.detail).toBe('Invalid file type or size');
  expect([(await readProfile(me)).avatar, await allNames()]).toEqual([before, names]);
  expect((await fetchFile(before)).statusCode).toBe(200);
});

test('a file beyond the limit of a form is too large, a missing file is a 400', async () => {
  expect((await send(Buffer.alloc(13 * 1024 * 1024))).body.code).toBe('file_too_large');
  for (const body of [fileForm('boshqa', photo), fileForm('avatar', photo, { fields: { avatar: 'matn' } }), {}, undefined]) {
    const { status, body: refused } = await world.ask(me, studentCalls.uploadPicture, { body });
    if (body instanceof FormData && body.getAll('avatar').length === 2) expect(status).toBe(200);
    else expect([status, refused]).toEqual([400, { detail: 'Fayl tanlanmagan.', code: 'file_missing' }]);
  }
});

test('data appended to a picture is not stored', async () => {
  const hidden = Buffer.concat([await aPng(), Buffer.from('<html><script>alert(1)</script>PK\x03\x04MZ')]);
  const { rawPayload } = await fetchFile((await send(hidden)).reply.avatar);
  for (const trace of ['<script>', 'PK\x03\x04', '<html>']) expect(rawPayload.includes(trace)).toBe(false);
});

test('a failing disk is a 500 with its own message, and the old picture stays', async () => {
  const before = (await send(photo)).reply.avatar;
  const names = await allNames();
  const folder = path.join(world.deps.config.dataDir, 'files');
  fs.renameSync(folder, `${folder}.away`);
  fs.writeFileSync(folder, 'a file where the folder should be');
  const { status, body } = await send(photo);
  fs.rmSync(folder);
  fs.renameSync(`${folder}.away`, folder);
  expect([status, body]).toEqual([500, { detail: errorCatalog.upload_failed[1], code: 'upload_failed' }]);
  expect([(await readProfile(me)).avatar, await allNames()]).toEqual([before, names]);
});

test('the same idempotency key gives the same reply and stores one file', async () => {
  const headers = { 'idempotency-key': 'rasm-1' };
  const first = await send(photo, headers);
  const names = await allNames();
  const again = await send(photo, headers);
  expect([again.status, again.body, await allNames()]).toEqual([first.status, first.body, names]);
  expect((await send(await aPng(), headers)).body.code).toBe('idempotency_mismatch');
});

test('two concurrent uploads leave one picture', async () => {
  const [a, b] = await Promise.all([send(photo), send(photo)]);
  const { avatar } = await readProfile(me);
  expect([a.reply.avatar, b.reply.avatar]).toContain(avatar);
  const own = await world.db.selectFrom('files').select('name').where('owner_id', '=', me.user_id).execute();
  expect(own.map(({ name }) => `/files/${name}`)).toEqual([avatar]);
  await allNames();
});

const sendLogo = (data: Buffer, actor: Actor = owner, type = 'image/svg+xml') =>
  world.ask(actor, organizationCalls.uploadLogo, { body: fileForm('logo', data, { name: 'belgi.svg', type }) });
const readLogo = async (actor: Actor) => (await world.ask(actor, organizationCalls.profile)).reply.logo;

test('an SVG logo is rendered and stored as a PNG', async () => {
  const { reply } = await sendLogo(aLogo);
  expect(reply).toEqual({ logo: expect.stringMatching(/^\/files\/logo\/[0-9a-f]{32}\.png$/) });
  const served = await fetchFile(reply.logo);
  const about = await sharp(served.rawPayload).metadata();
  expect([served.headers['content-type'], about.format, about.width, about.height]).toEqual(['image/png', 'png', 512, 512]);
  const { channels } = await sharp(served.rawPayload).stats();
  expect(channels.slice(0, 3).some(({ stdev }) => stdev > 1)).toBe(true);
  expect(await readLogo(owner)).toBe(reply.logo);
});

test('a photo as a logo is stored as WebP and replaces the old logo', async () => {
  const first = (await sendLogo(aLogo)).reply.logo;
  const second = (await sendLogo(photo)).reply.logo;
  expect([second.endsWith('.webp'), (await fetchFile(first)).statusCode, (await fetchFile(second)).statusCode]).toEqual([true, 404, 200]);
  await allNames();
});

test.each(Object.entries(badSvgs))('an SVG with %s is refused, and the old logo stays', async (_, data) => {
  const before = (await sendLogo(photo)).reply.logo;
  const names = await allNames();
  const { status, body } = await sendLogo(data);
  expect([status, body]).toEqual([400, { detail: errorCatalog.picture_broken[1], code: 'picture_broken' }]);
  expect([await readLogo(owner), await allNames()]).toEqual([before, names]);
});

test('only the owner changes the logo, and a missing file has its own error', async () => {
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const names = await allNames();
  expect((await sendLogo(photo, manager)).body.code).toBe('forbidden');
  const { status, body } = await world.ask(owner, organizationCalls.uploadLogo, { body: fileForm('avatar', photo) });
  expect([status, body]).toEqual([400, { detail: errorCatalog.no_logo_file[1], code: 'no_logo_file' }]);
  expect([await readLogo(owner), await allNames()]).toEqual([null, names]);
});
