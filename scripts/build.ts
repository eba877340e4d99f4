import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { build } from 'vite';

/** Builds the browser part into dist/, unless what it is made of has not changed since. */
const root = path.resolve(import.meta.dirname, '..');
const stamp = path.join(root, 'dist/stamp');

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

const hash = createHash('sha256');
for (const file of [
  ...filesBelow(path.join(root, 'web')),
  ...filesBelow(path.join(root, 'contract')),
  ...filesBelow(path.join(root, 'data')),
  path.join(root, 'package-lock.json'),
  path.join(root, 'vite.config.ts'),
  path.join(root, 'scripts/lean-contract.ts'),
  path.join(root, 'scripts/toast-numbers.ts'),
  import.meta.filename,
]) {
  if (file.endsWith('.test.ts')) continue;
  hash.update(path.relative(root, file)).update(fs.readFileSync(file));
}
const now = hash.digest('hex');
if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === now) process.exit(0);

process.stdout.write('Building the browser part …\n');
// Whoever asks for it, a test run too, gets the build that people load.
process.env.NODE_ENV = 'production';
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', build: { ssr: true } });
for (const file of filesBelow(path.join(root, 'dist/web'))) {
  if (!/\.(js|css|svg|json|webmanifest)$/.test(file)) continue;
  const data = fs.readFileSync(file);
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }));
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(data, { level: 9 }));
}
fs.writeFileSync(stamp, now);
