import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from './chromium.ts';

/**
 * The whole suite in one command: format and lint, types, units and API on a real PostgreSQL, the build and its size,
 * journeys in a real browser. Runs to the end and closes with one line of counts.
 */
const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
fs.rmSync(results, { recursive: true, force: true });
fs.mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const failures: string[] = [];
const count = (name: string, good: number, bad: number) => {
  passed += good;
  failed += bad;
  if (bad > 0) failures.push(`${name}: ${bad} failed`);
};
const run = (command: string, args: string[]): boolean => {
  process.stdout.write(`\n— ${command} ${args.join(' ')}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status === 0;
};
const step = (name: string, command: string, args: string[]) => {
  const fine = run(command, args);
  count(name, fine ? 1 : 0, fine ? 0 : 1);
  return fine;
};
interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; line: number; tests: Journey[] }[];
}
interface Journey {
  status: string;
  results: { error?: { message?: string; location?: { line: number } } }[];
}
// Terminal colours are noise in a log.
const plain = (text: string) => text.replace(/\p{Cc}\[[0-9;]*m/gu, '');
/** Where a journey stopped and the first lines of why, of each of its tries. */
const reasonsOf = ({ results }: Journey): string[] =>
  results.flatMap(({ error }) =>
    error
      ? [
          `line ${error.location?.line}: ${plain(error.message ?? '')
            .split('\n')
            .filter((line) => line.trim())
            .slice(0, 5)
            .join(' | ')}`,
        ]
      : [],
  );
/** Every journey of Playwright's report with how it ended. */
const journeysOf = (suites: Suite[] = []): { title: string; status: string; reasons: string[] }[] =>
  suites.flatMap(({ suites: inner, specs = [] }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.map((journey) => ({ title: `${file}:${line} ${title}`, status: journey.status, reasons: reasonsOf(journey) })),
    ),
    ...journeysOf(inner),
  ]);
const readJson = (file: string) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null);

step('format and lint', 'biome', ['ci', '.']);
step('types of contract and server', 'tsc', ['-p', '.']);
step('types of web', 'tsc', ['-p', 'web']);

const units = path.join(results, 'units.json');
const unitsFine = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${units}`]);
const unitReport = readJson(units);
count('units and API', unitReport?.numPassedTests ?? 0, (unitReport?.numFailedTests ?? 0) || (unitsFine ? 0 : 1));
interface Unit {
  status: string;
  fullName: string;
  failureMessages: string[];
}
for (const { assertionResults } of (unitReport?.testResults ?? []) as { assertionResults: Unit[] }[])
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed') failures.push(`  ${fullName}`, `    ${plain(failureMessages[0] ?? '').split('\n')[0]}`);

if (step('build', 'node', ['scripts/build.ts'])) {
  step('size of the first load', 'node', ['bench/size.ts']);
  let ready = true;
  try {
    chromium();
  } catch (error) {
    ready = false;
    process.stderr.write(`\n${(error as Error).message}\n`);
    count('journeys (no browser)', 0, 1);
  }
  if (ready) {
    const fine = run('playwright', ['test']);
    const report = readJson(path.join(results, 'journeys.json'));
    const stats = report?.stats;
    // What passed at the second try counts, and is named, so that it is looked into.
    count('journeys', (stats?.expected ?? 0) + (stats?.flaky ?? 0), (stats?.unexpected ?? 0) + (stats?.skipped ?? 0) || (fine ? 0 : 1));
    for (const { title, status, reasons } of journeysOf(report?.suites)) {
      if (status === 'unexpected' || status === 'skipped') failures.push(`  ${title}`, ...reasons.map((reason) => `    ${reason}`));
      if (status === 'flaky') for (const line of [`passed at the second try: ${title}`, ...reasons]) process.stdout.write(`\n~ ${line}`);
    }
  }
}

for (const failure of failures) process.stdout.write(`\n✗ ${failure}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
