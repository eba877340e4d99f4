import { ConfigError, readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { DataInUseError, startEmbedded } from '../server/db/embedded.ts';
import { prepareDatabase } from '../server/prepareDatabase.ts';

/** `npm run migrate`: brings the database up to date and ends; a deployment runs it once before it starts instances. */
const run = async () => {
  // Only a server needs the secret of its sessions.
  const config = readConfig({ ...process.env, JWT_SECRET: process.env.JWT_SECRET ?? 'no-session-is-signed-by-this-command' });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const connection = connect(config.databaseUrl ?? embedded?.connection ?? '', { max: 2 });
  try {
    const applied = await prepareDatabase(connection, config);
    process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n');
  } finally {
    await connection.close();
    await embedded?.stop();
  }
};

run().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DataInUseError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
});
