import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from './config.ts';
import { makeTokens } from './http/actor.ts';
import { aDatabase, connectionUrl } from './testing/database.ts';

/**
 * Kills the real server during writes twenty times and starts it again on the same data. Acknowledged writes exist, no write is
 * partial, and a retry of an interrupted request runs once. Uses the embedded database, which stops with the server, or the one
 * at TEST_DATABASE_URL, which keeps running.
 */
const kills = 20;
const writers = 4;
const secret = 'a-secret-that-only-the-kill-test-uses-to-sign';
let folder: string;
let externalDatabase: Awaited<ReturnType<typeof aDatabase>> | undefined;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) externalDatabase = await aDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-kill-'));
  fs.chmodSync(folder, 0o755);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all([...children].map((child) => new Promise((resolve) => child.once('exit', resolve))));
  await externalDatabase?.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const launch = () => {
  const child = spawn(process.execPath, ['server/main.ts', '--migrate'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      JWT_SECRET: secret,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      LIMITS: 'loose',
      DATABASE_URL: externalDatabase ? connectionUrl(externalDatabase.settings) : '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  const exit = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('exit', (code) => {
      children.delete(child);
      resolve({ code, output });
    }),
  );
  const ready = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Imkon is ready: (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
  });
  return {
    child,
    exit,
    ready: Promise.race([
      ready,
      exit.then(({ output }) => {
        throw new Error(`The server did not start: ${output}`);
      }),
    ]),
  };
};

interface Account {
  id: number;
  token: string;
}
const send = async (address: string, method: string, url: string, body: object | undefined, headers: Record<string, string> = {}) => {
  const response = await fetch(`${address}/api${url}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
};
const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` });

const signUp = async (address: string, number: number, organization: object = {}): Promise<Account> => {
  const password = 'Qarag‘ay-ostida-7';
  const account = { email: `kishi${number}@example.uz`, first_name: 'Sinov', password, password_confirm: password };
  const { status, body } = await send(address, 'POST', '/auth/register/', { ...account, ...organization });
  expect(status).toBe(201);
  const user_type = 'organization_name' in organization ? 'organization' : 'student';
  // Issued an hour ahead, so that the token does not expire during the test.
  const token = makeTokens(secret).sign({ user_id: body.id, user_type, session_id: randomUUID() }, new Date(Date.now() + 3_600_000));
  return { id: body.id, token };
};

/** A second server on the same data exits with the process id of the first. */
const expectSecondStartRefused = async (holder: number | undefined) => {
  const second = launch();
  second.ready.catch(() => {});
  const { code, output } = await second.exit;
  expect([code, output.trim()]).toEqual([
    1,
    `The data in ${folder} is in use by process ${holder}. Stop it first, or set DATA_DIR to another folder.`,
  ]);
};
const embeddedConnection = (folder: string): pg.ClientConfig => ({
  host: path.join(folder, 'postgres'),
  user: 'postgres',
  password: fs.readFileSync(path.join(folder, 'postgres.password'), 'utf8').trim(),
  database: 'postgres',
});

/** Acknowledged rows by id. */
interface AcknowledgedRows {
  opportunities: Map<number, string>;
  applications: Map<number, { opportunity: number; student: number }>;
  projects: Map<number, string>;
}

test('twenty kills during writes lose no acknowledged write', { timeout: 240_000 }, async () => {
  let server = launch();
  let address = await server.ready;
  const organizer = await signUp(address, 0, {
    organization_name: 'Tashkilot',
    organization_type: 'university',
    organization_country: 'O‘zbekiston',
    organization_city: 'Toshkent',
  });
  const students = await Promise.all(Array.from({ length: writers }, (_, at) => signUp(address, at + 1)));
  const acknowledged: AcknowledgedRows = { opportunities: new Map(), applications: new Map(), projects: new Map() };
  /** The unacknowledged application of each writer when the server was killed. */
  const interrupted: { student: Account; opportunity: number; key: string }[] = [];

  let writesUntilKill = 0;
  const countWrite = () => {
    writesUntilKill -= 1;
    if (writesUntilKill === 0) server.child.kill('SIGKILL');
  };

  const write = async (at: number, round: number) => {
    const student = students[at] as Account;
    for (let step = 0; ; step += 1) {
      const title = `Dastur ${round}-${at}-${step}`;
      const opportunity = await send(
        address,
        'POST',
        '/opportunities/',
        {
          title,
          description: 'Tavsif',
          status: 'published',
          location: 'Buxoro',
          start_date: '2190-02-01',
          application_deadline: '2190-01-01',
          requirements: [{ requirement: 'Bir' }, { requirement: 'Ikki' }],
          additional_questions: [{ question: 'Nega?', is_required: false }],
        },
        bearer(organizer),
      );
      expect(opportunity.status).toBe(201);
      acknowledged.opportunities.set(opportunity.body.id, title);
      countWrite();
      const key = randomUUID();
      interrupted[at] = { student, opportunity: opportunity.body.id, key };
      const application = await send(
        address,
        'POST',
        '/applications/',
        { opportunity: opportunity.body.id },
        { ...bearer(student), 'idempotency-key': key },
      );
      expect(application.status).toBe(201);
      acknowledged.applications.set(application.body.id, { opportunity: opportunity.body.id, student: student.id });
      countWrite();
      delete interrupted[at];
      const project = await send(
        address,
        'POST',
        '/students/projects/',
        { title, description: 'Loyiha', start_date: '2025-01-01', is_ongoing: true },
        bearer(student),
      );
      expect(project.status).toBe(201);
      acknowledged.projects.set(project.body.id, title);
      countWrite();
    }
  };
  /** A writer ends when its server is gone; other errors fail the test. */
  const ignoreConnectionError = (writing: Promise<never | undefined>) =>
    writing.catch((error: unknown) => {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    });

  for (let round = 0; round < kills; round += 1) {
    // After one writer's acknowledgement the others are in the middle of a write. The number of writes before the kill varies.
    writesUntilKill = 3 + ((round * 7) % 12);
    const writing = students.map((_, at) => ignoreConnectionError(write(at, round) as Promise<never>));
    await Promise.all(writing);
    await server.exit;
    server = launch();
    address = await server.ready;
    for (const { student, opportunity, key } of interrupted.filter(Boolean)) {
      const headers = { ...bearer(student), 'idempotency-key': key };
      const retry = await send(address, 'POST', '/applications/', { opportunity }, headers);
      // It was committed before (the same reply), or it runs now, or the interrupted run still has the key.
      expect(['201', '409 in_progress']).toContain(retry.status === 201 ? '201' : `${retry.status} ${retry.body.code}`);
      if (retry.status === 201) acknowledged.applications.set(retry.body.id, { opportunity, student: student.id });
    }
    interrupted.length = 0;
  }

  if (!externalDatabase) await expectSecondStartRefused(server.child.pid);

  const client = new pg.Client(externalDatabase?.settings ?? embeddedConnection(folder));
  await client.connect();
  try {
    const { rows: opportunities } = await client.query('select id, title from opportunities order by id');
    const { rows: applications } = await client.query('select id, opportunity_id, student_id from applications order by id');
    const { rows: projects } = await client.query('select id, title from projects order by id');
    const titles = new Map(opportunities.map((row) => [row.id, row.title]));
    for (const [id, title] of acknowledged.opportunities) expect(titles.get(id)).toBe(title);
    const applied = new Map(applications.map((row) => [row.id, row]));
    for (const [id, { opportunity, student }] of acknowledged.applications)
      expect(applied.get(id)).toEqual({ id, opportunity_id: opportunity, student_id: student });
    const projectTitles = new Map(projects.map((row) => [row.id, row.title]));
    for (const [id, title] of acknowledged.projects) expect(projectTitles.get(id)).toBe(title);
    // Enough was written to make the test meaningful.
    expect(acknowledged.opportunities.size).toBeGreaterThan(kills);

    const { rows: partial } = await client.query(`
      select 'opportunity' as what, o.id from opportunities o
        where (select count(*) from opportunity_requirements r where r.opportunity_id = o.id) <> 2
          or (select count(*) from questions q where q.opportunity_id = o.id) <> 1
          or o.application_count <> (select count(*) from applications a where a.opportunity_id = o.id)
      union all select 'application', a.id from applications a
        where (select count(*) from application_events e where e.application_id = a.id) <> 1
          or (select count(*) from consents c where c.subject = 'application' and c.subject_id = a.id) <> 1
      union all select 'account', u.id from users u
        where not exists (select from students s where s.user_id = u.id) and not exists (select from members m where m.user_id = u.id)`);
    expect(partial).toEqual([]);
  } finally {
    await client.end();
  }
});
