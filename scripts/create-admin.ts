import { createInterface } from 'node:readline/promises';
import { createAdmin } from '../server/accounts/accounts.ts';
import { ConfigError, readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { DataInUseError, startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { Invalid } from '../server/http/refusal.ts';

/** `npm run admin -- EMAIL [PASSWORD]`; without a password it is read from standard input, so that it does not appear in process lists. */
const usage = 'Usage: npm run admin -- EMAIL [PASSWORD]   (without PASSWORD it is read from standard input)';

const askPassword = async (): Promise<string> => {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
};

const run = async () => {
  const [email, passwordArgument] = process.argv.slice(2);
  if (!email) throw new ConfigError(usage);
  const password = passwordArgument ?? (await askPassword());
  // Only the server uses the secret, to sign sessions.
  const config = readConfig({ ...process.env, JWT_SECRET: process.env.JWT_SECRET ?? 'no-session-is-signed-by-this-command' });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const connection = connect(config.databaseUrl ?? embedded?.connection ?? '', { max: 1 });
  try {
    await migrate(connection.pool);
    const admin = await createAdmin({ config, db: connection.db, now: () => new Date() }, { email, password });
    process.stdout.write(`Administrator ${admin.email} can sign in now.\n`);
  } finally {
    await connection.close();
    await embedded?.stop();
  }
};

const errorMessage = (error: unknown): string => {
  if (error instanceof Invalid)
    return Object.entries(error.fields)
      .map(([field, texts]) => `${field}: ${texts}`)
      .join('\n');
  return error instanceof ConfigError || error instanceof DataInUseError ? error.message : String((error as Error).stack);
};
run().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
});
