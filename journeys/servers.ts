import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDatabase, databaseUrl, dropDatabase } from './databases.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface RunningServer {
  /** Origin of the server. */
  url: string;
  child: ChildProcess;
}

/**
 * Starts the server as `npm start` does, on a free port.
 * @param clockOffset milliseconds by which its clock differs from the machine's
 * @throws with everything the server printed, when it ends before it is ready
 */
export const startServer = async (dataDir: string, env: Record<string, string>, clockOffset = 0): Promise<RunningServer> => {
  const preload = clockOffset === 0 ? [] : ['--import', path.join(import.meta.dirname, 'serverClock.ts')];
  const child = spawn(process.execPath, [...preload, 'server/main.ts', '--migrate'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      JOURNEY_CLOCK_OFFSET: String(clockOffset),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Imkon is ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  return { url, child };
};

/** Asks the server to stop and waits until it has. */
export const stopServer = (child: ChildProcess): Promise<void> =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

/** A database and a data folder for one server at a time. */
export interface ServerData {
  start(env?: Record<string, string>): Promise<RunningServer>;
  remove(): Promise<void>;
}

/**
 * Creates a copy of the template database and an empty data folder. With another clock the database starts empty instead,
 * because the server dates its sample data when it first starts.
 */
export const createServerData = async (clockOffset = 0): Promise<ServerData> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-journey-'));
  fs.chmodSync(folder, 0o755);
  const database = await createDatabase(clockOffset === 0 ? process.env.JOURNEY_TEMPLATE : undefined);
  return {
    start: (env = {}) => startServer(folder, { DATABASE_URL: databaseUrl(database), ...env }, clockOffset),
    remove: async () => {
      await dropDatabase(database);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
