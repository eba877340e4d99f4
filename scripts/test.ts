import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.ts';

/**
 * Runs the whole suite: format and lint, types, unit and API tests on a real PostgreSQL, the build and its size, journeys
 * in a real browser. Continues after a failure and ends with one line: `N passed, N failed`.
 */
const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
fs.rmSync(results, { recursive: true, force: true });
fs.mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const failures: string[] = [];
const addCounts = (name: string, passes: number, fails: number) => {
  passed += passes;
  failed += fails;
  if (fails > 0) failures.push(`${name}: ${fails} failed`);
};
const run = (command: string, args: string[]): boolean => {
  process.stdout.write(`\n— ${command} ${args.join(' ')}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status === 0;
};
const step = (name: string, command: string, args: string[]) => {
  const succeeded = run(command, args);
  addCounts(name, succeeded ? 1 : 0, succeeded ? 0 : 1);
  return succeeded;
};
interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; line: number; tests: Journey[] }[];
}
interface Journey {
  projectName: string;
  status: string;
  results: { error?: { message?: string; location?: { line: number } } }[];
}
/** Removes terminal colours. */
const withoutColours = (text: string) => text.replace(/\p{Cc}\[[0-9;]*m/gu, '');
/** For each failed attempt of a journey: the line, and the first lines of the message. */
const failureReasons = ({ results }: Journey): string[] =>
  results.flatMap(({ error }) =>
    error
      ? [
          `line ${error.location?.line}: ${withoutColours(error.message ?? '')
            .split('\n')
            .filter((line) => line.trim())
            .slice(0, 5)
            .join(' | ')}`,
        ]
      : [],
  );
/** Every journey of Playwright's report with its status. */
const reportedJourneys = (suites: Suite[] = []): { title: string; status: string; reasons: string[] }[] =>
  suites.flatMap(({ suites: inner, specs = [] }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.map((journey) => ({
        title: `${file}:${line} ${title} [${journey.projectName}]`,
        status: journey.status,
        reasons: failureReasons(journey),
      })),
    ),
    ...reportedJourneys(inner),
  ]);
const readJson = (file: string) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null);

step('format and lint', 'biome', ['ci', '.']);
step('types of contract and server', 'tsc', ['-p', '.']);
step('types of web', 'tsc', ['-p', 'web']);

const units = path.join(results, 'units.json');
const unitsSucceeded = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${units}`]);
const unitReport = readJson(units);
addCounts('unit and API tests', unitReport?.numPassedTests ?? 0, (unitReport?.numFailedTests ?? 0) || (unitsSucceeded ? 0 : 1));
interface Unit {
  status: string;
  fullName: string;
  failureMessages: string[];
}
for (const { assertionResults } of (unitReport?.testResults ?? []) as { assertionResults: Unit[] }[])
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed') failures.push(`  ${fullName}`, `    ${withoutColours(failureMessages[0] ?? '').split('\n')[0]}`);

if (step('build', 'node', ['scripts/build.ts'])) {
  step('size of the first load', 'node', ['bench/size.ts']);
  let ready = true;
  try {
    findChromium();
  } catch (error) {
    ready = false;
    process.stderr.write(`\n${(error as Error).message}\n`);
    addCounts('journeys (no browser)', 0, 1);
  }
  if (ready) {
    const succeeded = run('playwright', ['test']);
    const report = readJson(path.join(results, 'journeys.json'));
    const stats = report?.stats;
    // A journey that passed on the second attempt counts as passed and is listed.
    addCounts(
      'journeys',
      (stats?.expected ?? 0) + (stats?.flaky ?? 0),
      (stats?.unexpected ?? 0) + (stats?.skipped ?? 0) || (succeeded ? 0 : 1),
    );
    for (const { title, status, reasons } of reportedJourneys(report?.suites)) {
      if (status === 'unexpected' || status === 'skipped') failures.push(`  ${title}`, ...reasons.map((reason) => `    ${reason}`));
      if (status === 'flaky')
        for (const line of [`passed on the second attempt: ${title}`, ...reasons]) process.stdout.write(`\n~ ${line}`);
    }
  }
}

for (const failure of failures) process.stdout.write(`\n✗ ${failure}`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
