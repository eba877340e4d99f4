import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { screenFile, screens } from '../contract/screens.ts';
import { buildFolder, currentBuild } from '../server/pages/builds.ts';

/** Checks the bytes of a first visit in kB of 1000 bytes, brotli: JavaScript of every screen with its imports, style sheet, font. */
const dist = path.join(buildFolder(currentBuild()), 'web');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const brotli = (file: string) =>
  zlib.brotliCompressSync(fs.readFileSync(path.join(dist, file)), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Keys of a chunk and of all it imports. */
const withImports = (key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const other of chunk.imports ?? []) withImports(other, seen);
  return seen;
};

/** One line per screen chunk, which is loaded in addition to the entry. `/` has one chunk signed out and another signed in. */
const budgets = screens.flatMap(({ path, budget, ...entry }): [name: string, file: string, budget: number][] => [
  [path, screenFile(path, false), budget],
  ...('signedInModule' in entry ? [[`${path} signed in`, screenFile(path, true), budget] as [string, string, number]] : []),
]);

let failures = 0;
const line = (name: string, bytes: number, budget: number) => {
  const over = bytes > budget * 1000;
  if (over) failures += 1;
  process.stdout.write(`${over ? '✗' : '✓'} ${name.padEnd(44)} ${(bytes / 1000).toFixed(1).padStart(6)} of ${budget} kB\n`);
};

for (const [name, file, budget] of budgets) {
  if (!manifest[file]) throw new Error(`No chunk for ${file}: see contract/screens.ts`);
  const keys = new Set([...withImports('web/entry-client.tsx'), ...withImports(file)]);
  line(
    `JavaScript ${name}`,
    [...keys].reduce((sum, key) => sum + brotli(manifest[key]?.file ?? ''), 0),
    budget,
  );
}
const files = fs.readdirSync(path.join(dist, 'assets'));
line(
  'style sheet',
  files.filter((file) => file.endsWith('.css')).reduce((sum, file) => sum + brotli(`assets/${file}`), 0),
  14,
);
const fonts = files.filter((file) => file.endsWith('.woff2'));
line(
  'font',
  fonts.reduce((sum, file) => sum + fs.statSync(path.join(dist, 'assets', file)).size, 0),
  16,
);
if (fonts.length !== 1) throw new Error('There is exactly one font file.');
process.exit(failures === 0 ? 0 : 1);
