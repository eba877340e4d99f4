import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** What each room may import, besides itself. Arrows run towards `contract`; a later room may use the earlier ones. */
const serverOrder = [
  'db',
  // Before http, whose Deps carry it.
  'storage',
  'http',
  'jobs',
  'files',
  'outbox',
  'accounts',
  'organizations',
  'students',
  'opportunities',
  'review',
  'inbox',
  'applications',
  'notifications',
  'personalData',
  'sample',
  'pages',
];
const webRules: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  data: ['lib'],
  parts: ['lib', 'ui', 'data'],
  shell: ['lib', 'ui', 'data', 'parts'],
  screens: ['lib', 'ui', 'data', 'parts', 'shell'],
};
/** Modules of the server that may import node:fs, each with what it opens. Only the first opens what people uploaded. */
const fileSystemUsers: Record<string, string> = {
  'server/storage/disk.ts': 'uploads',
  'server/db/embedded.ts': 'the embedded PostgreSQL and its cluster',
  'server/db/migrate.ts': 'migrations of the package',
  'server/db/referenceData.ts': 'reference data of the package',
  'server/main.ts': 'the signing secret of development',
  'server/pages/builds.ts': 'the built browser part',
  'server/pages/pages.ts': 'the built browser part',
  'server/students/pdf.ts': 'fonts of the package',
};
/** Modules that may know the folder DATA_DIR, where the uploads are. */
const dataFolderUsers = ['server/config.ts', 'server/db/embedded.ts', 'server/main.ts', 'server/storage/storage.ts'];

const maxFilesInFolder = 20;
/** Flat lists of like things, which may be longer. */
const flatFolders = ['contract', 'web/ui'];

/** Rooms of the organizer's screens; each imports only earlier ones. */
const organizerOrder = ['shared', 'form', 'applicant', 'people', 'inbox', 'editor', 'opportunities', 'organization', 'dashboard'];

const sourcesOf = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

/** Folders directly below a folder that hold source files. */
const foldersOf = (folder: string): string[] =>
  [
    ...new Set(
      sourcesOf(folder)
        .map((file) => path.relative(folder, file).split(path.sep))
        .flatMap(([name, ...rest]) => (rest.length > 0 ? [name as string] : [])),
    ),
  ].sort();

const importsOf = (file: string): string[] =>
  [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string);

/** Where an import leads, relative to the project; null for a package. */
const targetOf = (file: string, name: string): string | null => {
  if (name.startsWith('#contract/')) return name.slice(1);
  if (name.startsWith('#server/')) return name.slice(1);
  return name.startsWith('.') ? path.normalize(path.join(path.dirname(file), name)) : null;
};

const arrows = (folder: string) =>
  sourcesOf(folder).flatMap((file) => importsOf(file).map((name) => ({ file, name, target: targetOf(file, name) })));
const say = ({ file, name }: { file: string; name: string }) => `${file} imports ${name}`;

test('contract imports zod/mini and itself alone', () => {
  const wrong = arrows('contract').filter(({ name, target }) => name !== 'zod/mini' && !target?.startsWith('contract/'));
  expect(wrong.map(say)).toEqual([]);
});

test('server and web do not know each other', () => {
  const wrong = [
    ...arrows('server').filter(({ target }) => target?.startsWith('web/')),
    ...arrows('web').filter(({ target }) => target?.startsWith('server/')),
  ];
  expect(wrong.map(say)).toEqual([]);
});

test('every folder is a known room', () => {
  expect(foldersOf('server')).toEqual([...serverOrder, 'testing'].sort());
  expect(foldersOf('web')).toEqual(Object.keys(webRules).sort());
  expect(foldersOf('web/screens/organizer')).toEqual([...organizerOrder].sort());
});

test('rooms of the server import only earlier rooms', () => {
  const wrong = arrows('server').filter(({ file, target }) => {
    const [, room = ''] = file.split('/');
    const [, other = ''] = target?.split('/') ?? [];
    const [from, to] = [serverOrder.indexOf(room), serverOrder.indexOf(other)];
    if (from < 0 || !target?.startsWith('server/')) return false;
    // server/config.ts stands before every room; app.ts and main.ts stand after.
    if (to < 0) return other !== 'config.ts';
    return to > from;
  });
  expect(wrong.map(say)).toEqual([]);
});

test('a noun imports earlier nouns only: organizations and students stand side by side', () => {
  const sides = ['organizations', 'students'];
  const wrong = arrows('server').filter(({ file, target }) => {
    const [from, to] = [file.split('/')[1] ?? '', target?.split('/')[1] ?? ''];
    return from !== to && sides.includes(from) && sides.includes(to);
  });
  expect(wrong.map(say)).toEqual([]);
});

test('rooms of the browser import only what their rule allows, and screens never each other', () => {
  const wrong = arrows('web').filter(({ file, target }) => {
    const [, room = '', screen = ''] = file.split('/');
    const [, other = '', otherScreen = ''] = target?.split('/') ?? [];
    if (!target?.startsWith('web/') || webRules[room] === undefined) return false;
    if (room === 'screens' && other === 'screens') return screen !== otherScreen;
    return room !== other && !webRules[room].includes(other);
  });
  expect(wrong.map(say)).toEqual([]);
});

test('rooms of the organizer screens import only earlier rooms', () => {
  const prefix = 'web/screens/organizer/';
  const wrong = arrows(prefix).filter(({ file, target }) => {
    if (!target?.startsWith(prefix)) return false;
    const [from, to] = [file, target].map((one) => organizerOrder.indexOf(one.slice(prefix.length).split('/')[0] ?? ''));
    return (to as number) > (from as number);
  });
  expect(wrong.map(say)).toEqual([]);
});

test('only tests use the testing room', () => {
  const wrong = arrows('server').filter(({ file, target }) => target?.startsWith('server/testing/') && !file.startsWith('server/testing/'));
  expect(wrong.map(say)).toEqual([]);
});

test('only storage opens uploads: no other module opens files outside its list', () => {
  const serverSources = sourcesOf('server').filter((file) => !file.startsWith('server/testing/'));
  const importers = serverSources.filter((file) => importsOf(file).some((name) => /^(node:)?fs(\/promises)?$/.test(name)));
  expect(importers.sort()).toEqual(Object.keys(fileSystemUsers).sort());
  const readers = serverSources.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('dataDir'));
  expect(readers.sort()).toEqual(dataFolderUsers);
});

test(`a folder holds at most ${maxFilesInFolder} source files, tests and cases aside`, () => {
  const counts = new Map<string, number>();
  for (const file of ['server', 'web', 'scripts', 'bench'].flatMap(sourcesOf)) {
    if (/\.cases\.tsx?$/.test(file)) continue;
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const full = [...counts].filter(([folder, count]) => count > maxFilesInFolder && !flatFolders.includes(folder));
  expect(full).toEqual([]);
});
