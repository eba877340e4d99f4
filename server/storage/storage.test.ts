import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createStorage, type Storage, type StoredFile } from './storage.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-storage-'));
const folder = path.join(dataDir, 'files');
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));
let storage: Storage;
beforeEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  storage = createStorage({ dataDir });
});

const listed = async () => {
  const files: StoredFile[] = [];
  for await (const file of storage.list()) files.push(file);
  return files.map(({ name, size, partial }) => ({ name, size, partial })).sort((a, b) => (a.name < b.name ? -1 : 1));
};
const content = async (name: string) => {
  const opened = await storage.get(name);
  return opened && { size: opened.size, text: await text(opened.stream) };
};

test('stores a buffer or a stream, and returns its size, its content and its time', async () => {
  expect(await storage.put('resume/a.pdf', Buffer.from('bir'))).toBe(3);
  expect(await storage.put('avatar/b.webp', Readable.from([Buffer.from('ikki'), Buffer.from('-uch')]))).toBe(8);
  expect([await content('resume/a.pdf'), await content('avatar/b.webp')]).toEqual([
    { size: 3, text: 'bir' },
    { size: 8, text: 'ikki-uch' },
  ]);
  const about = await storage.stat('resume/a.pdf');
  expect(about).toEqual({
    name: 'resume/a.pdf',
    size: 3,
    modified_at: fs.statSync(path.join(folder, 'resume/a.pdf')).mtime,
    partial: false,
  });
  expect(await listed()).toEqual([
    { name: 'avatar/b.webp', size: 8, partial: false },
    { name: 'resume/a.pdf', size: 3, partial: false },
  ]);
});

test('a missing file is null, removing it does nothing, and an empty storage lists nothing', async () => {
  expect([await storage.get('resume/a.pdf'), await storage.stat('resume/a.pdf'), await listed()]).toEqual([null, null, []]);
  await storage.remove('resume/a.pdf');
  await storage.put('resume/a.pdf', Buffer.from('bir'));
  await storage.remove('resume/a.pdf');
  expect([await storage.get('resume/a.pdf'), await listed()]).toEqual([null, []]);
});

test('a stream that fails leaves neither the file nor a partial one', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('yarmi');
      throw new Error('the sender left');
    })(),
  );
  await expect(storage.put('resume/a.pdf', failing)).rejects.toThrow('the sender left');
  expect([await storage.stat('resume/a.pdf'), await listed()]).toEqual([null, []]);
});

test('a write that a crash cut off is listed as partial and can be removed', async () => {
  await storage.put('resume/a.pdf', Buffer.from('bir'));
  fs.writeFileSync(path.join(folder, 'resume/b.pdf.part'), 'yar');
  expect(await listed()).toEqual([
    { name: 'resume/a.pdf', size: 3, partial: false },
    { name: 'resume/b.pdf.part', size: 3, partial: true },
  ]);
  await storage.remove('resume/b.pdf.part');
  expect((await listed()).map(({ name }) => name)).toEqual(['resume/a.pdf']);
});

test.each(['', 'a.pdf', '../a.pdf', 'resume/..', 'resume/../../secret', '/etc/passwd', 'resume/a\\b', 'resume/', 'resume/a\0'])(
  'refuses the name %j',
  async (name) => {
    fs.writeFileSync(path.join(dataDir, 'secret'), 'sir');
    await expect(storage.get(name)).rejects.toThrow('Not the name of a stored file');
    await expect(storage.put(name, Buffer.from('x'))).rejects.toThrow('Not the name of a stored file');
    await expect(storage.remove(name)).rejects.toThrow('Not the name of a stored file');
    expect(fs.readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe('sir');
  },
);
