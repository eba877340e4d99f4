import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

/** What a first visit loads, brotli, kB of 1000 bytes: every screen's JavaScript with all it imports, the style sheet, the font. */
const dist = path.resolve(import.meta.dirname, '../dist/web');

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const brotli = (file: string) =>
  zlib.brotliCompressSync(fs.readFileSync(path.join(dist, file)), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const below = (key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const other of chunk.imports ?? []) below(other, seen);
  return seen;
};

const screen = (name: string) => `web/screens/${name}.tsx`;
/** Budgets in kB; the screen's chunk comes on top of the entry. */
const budgets: [name: string, screen: string, budget: number][] = [
  ['/ signed out', 'landing/Landing', 90],
  ['/ signed in', 'browse/Browse', 90],
  ['/event/:id', 'opportunity/Opportunity', 90],
  ['/login', 'sign-in/Login', 95],
  ['/signup', 'sign-in/SignUp', 95],
  ['/applications', 'my-applications/MyApplications', 95],
  ['/leaderboard', 'demo/Leaderboard', 95],
  ['/resources', 'demo/Resources', 95],
  ['/profile', 'profile/Profile', 110],
  ['/organizer', 'organizer/Dashboard', 105],
  ['/organizer/events', 'organizer/Events', 105],
  ['/organizer/applications', 'organizer/Applications', 105],
  ['/organizer/profile', 'organizer/OrganizationProfile', 105],
  ['/create', 'organizer/Create', 120],
  ['edit', 'organizer/Edit', 120],
];

let broken = 0;
const line = (name: string, bytes: number, budget: number) => {
  const over = bytes > budget * 1000;
  if (over) broken += 1;
  process.stdout.write(`${over ? '✗' : '✓'} ${name.padEnd(26)} ${(bytes / 1000).toFixed(1).padStart(6)} of ${budget} kB\n`);
};

for (const [name, file, budget] of budgets) {
  if (!manifest[screen(file)]) throw new Error(`No chunk for ${file}: is the route table still what this list says?`);
  const keys = new Set([...below('web/entry-client.tsx'), ...below(screen(file))]);
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
process.exit(broken === 0 ? 0 : 1);
