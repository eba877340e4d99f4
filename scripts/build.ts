import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'vite';
import { buildFolder, publishBuild, readBuilds } from '../server/pages/builds.ts';

/**
 * Builds the browser part into `dist/<hash>` beside the builds that are there, then makes it the current one. A running
 * server keeps serving its own build. Does nothing when the sources have not changed since the current build.
 */
const root = path.resolve(import.meta.dirname, '..');

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

const hash = createHash('sha256');
for (const file of [
  ...['web', 'contract', 'data', 'scripts'].flatMap((folder) => filesBelow(path.join(root, folder))),
  path.join(root, 'package-lock.json'),
  path.join(root, 'vite.config.ts'),
]) {
  if (file.endsWith('.test.ts')) continue;
  hash.update(path.relative(root, file)).update(fs.readFileSync(file));
}
const id = hash.digest('hex').slice(0, 20);
const folder = buildFolder({ id });
if (readBuilds().at(-1)?.id === id && fs.existsSync(folder)) process.exit(0);

if (!fs.existsSync(folder)) {
  process.stdout.write('Building the browser part …\n');
  // Also in a test run, so that tests use the production build.
  process.env.NODE_ENV = 'production';
  const draft = `${folder}.${process.pid}.part`;
  // Unfinished builds of processes that died.
  const dist = path.dirname(folder);
  for (const name of fs.existsSync(dist) ? fs.readdirSync(dist) : []) {
    const unfinished = path.join(dist, name);
    if (name.endsWith('.part') && Date.now() - fs.statSync(unfinished).mtimeMs > 60 * 60 * 1000)
      fs.rmSync(unfinished, { recursive: true, force: true });
  }
  await build({ root, logLevel: 'warn', build: { outDir: path.join(draft, 'web') } });
  await build({ root, logLevel: 'warn', build: { ssr: true, outDir: path.join(draft, 'ssr') } });
  for (const file of filesBelow(path.join(draft, 'web'))) {
    if (!/\.(js|css|svg|json|webmanifest)$/.test(file)) continue;
    const data = fs.readFileSync(file);
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }));
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(data, { level: 9 }));
  }
  try {
    fs.renameSync(draft, folder);
  } catch (error) {
    // Another process finished the same build first.
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}
publishBuild(id, new Date());
