import fs from 'node:fs';
import readline from 'node:readline';
import { SingleBar } from 'cli-progress';
import { readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { DataInUseError, startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { loadReferenceData } from '../server/db/referenceData.ts';
import { importProgrammes } from '../server/opportunities/import/import.ts';

const usage = 'Usage: npm run import -- FILE.jsonl\nOne programme a line; see the README for the fields.\n';

const run = async (file: string) => {
  const { size } = fs.statSync(file);
  const config = readConfig({ ...process.env, JWT_SECRET: process.env.JWT_SECRET ?? 'an import signs nothing, so it needs none' });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const { db, pool, close } = connect(config.databaseUrl ?? embedded?.connection ?? '', { max: 2 });
  const bar = process.stdout.isTTY ? new SingleBar({ format: '{bar} {percentage}% | {lines} lines | {duration_formatted}' }) : null;
  const bad: string[] = [];
  const print = (text: string) => process.stdout.write(`${text}\n`);
  try {
    await migrate(pool);
    await loadReferenceData(db);
    const stream = fs.createReadStream(file);
    bar?.start(size, 0, { lines: 0 });
    const report = await importProgrammes(db, readline.createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }), {
      now: new Date(),
      onBad: (line, reason) => (bar ? bad.push(`line ${line}: ${reason}`) : print(`line ${line}: ${reason}`)),
      onProgress: (lines) =>
        bar ? bar.update(stream.bytesRead, { lines }) : print(`${lines} lines, ${Math.round((stream.bytesRead / (size || 1)) * 100)} %`),
    });
    bar?.update(size);
    bar?.stop();
    for (const line of bad) print(line);
    print(`${report.created} created, ${report.known} already there, ${report.skipped} skipped`);
  } finally {
    bar?.stop();
    await close();
    await embedded?.stop();
  }
};

const [file] = process.argv.slice(2);
if (!file || !fs.existsSync(file)) {
  process.stderr.write(file ? `There is no file ${file}.\n${usage}` : usage);
  process.exit(2);
}
run(file).catch((error: unknown) => {
  process.stderr.write(`${error instanceof DataInUseError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
