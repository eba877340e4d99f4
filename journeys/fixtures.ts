import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type APIRequestContext, test as base, type Page } from '@playwright/test';
import pg from 'pg';
import { addDays, tashkentDay } from '../contract/uzbek.ts';

export { expect } from '@playwright/test';

export interface Person {
  email: string;
  password: string;
  access: string;
  refresh: string;
}

export interface App {
  /** Origin of the server of this worker. */
  url: string;
  /** A new account through the API; unique each time. */
  student(values?: Record<string, unknown>): Promise<Person>;
  organizer(values?: Record<string, unknown>): Promise<Person>;
  /** One call of the API as somebody; fails on a refusal. `path` begins with /api. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they asked for
  call(person: Person | null, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<any>;
  /** Puts a person's tokens into the page's browser, as after a login. */
  signIn(page: Page, person: Person): Promise<void>;
}

/** The calendar day in Tashkent so many days from now, `YYYY-MM-DD`; negative is in the past. */
export const dayFromNow = (days: number): string => addDays(tashkentDay(new Date()), days);

const root = path.resolve(import.meta.dirname, '..');
const password = 'Kuchli-parol-2026';

/** TEST_DATABASE_URL: a database of its own there; otherwise the embedded server in a folder that goes away. */
const aDatabase = async (): Promise<{ env: Record<string, string>; drop(): Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) return { env: {}, drop: async () => {} };
  const name = `imkon_journey_${randomBytes(6).toString('hex')}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { env: { DATABASE_URL: url.href }, drop: () => run(`drop database ${name} with (force)`) };
};

/** Starts the server as `npm start` does, on a free port and its own data. */
export const startServer = async (
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess; output(): string }> => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
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
  return { url, child, output: () => output };
};

export const stopServer = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}${randomBytes(3).toString('hex')}`;
};

/** The same helpers for a server a journey started itself. */
export const asking = (url: string, request: APIRequestContext): App => {
  const call: App['call'] = async (person, method, at, body) => {
    const response = await request.fetch(`${url}${at}`, {
      method,
      headers: { 'Accept-Language': 'uz', ...(person ? { Authorization: `Bearer ${person.access}` } : {}) },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${at}: ${response.status()} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  const sign = async (body: Record<string, unknown>): Promise<Person> => {
    const email = String(body.email ?? `${unique()}@example.uz`);
    await call(null, 'POST', '/api/auth/register/', { ...body, email, username: email, password, password_confirm: password });
    return { email, password, ...(await call(null, 'POST', '/api/auth/login/', { email, password })) };
  };
  return {
    url,
    call,
    student: (values = {}) => sign({ first_name: 'Sardor', last_name: 'Namunayev', ...values }),
    organizer: (values = {}) =>
      sign({
        first_name: 'Sinov markazi',
        organization_name: `Sinov markazi ${unique()}`,
        organization_type: 'university',
        organization_country: 'O‘zbekiston',
        organization_city: 'Toshkent',
        ...values,
      }),
    signIn: async (page, { access, refresh }) => {
      await page.context().addCookies([{ name: 's', value: '1', url }]);
      await page.addInitScript(
        ([first, second]) => {
          // Once: a later sign-out of the page stays a sign-out.
          if (sessionStorage.getItem('handed')) return;
          sessionStorage.setItem('handed', '1');
          localStorage.setItem('access_token', first as string);
          localStorage.setItem('refresh_token', second as string);
        },
        [access, refresh],
      );
    },
  };
};

export const test = base.extend<{ app: App; watched: undefined }, { server: { url: string } }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-journey-'));
      fs.chmodSync(folder, 0o755);
      const database = await aDatabase();
      const { url, child } = await startServer(folder, database.env);
      await use({ url });
      await stopServer(child);
      await database.drop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: async ({ server, playwright }, use) => {
    const request = await playwright.request.newContext();
    await use(asking(server.url, request));
    await request.dispose();
  },
  baseURL: async ({ server }, use) => use(server.url),
  /** Nothing may be thrown in a page, and nothing may be asked of another origin. */
  watched: [
    async ({ page, server }, use) => {
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url)) wrong.push(`asked ${request.url()}`);
      });
      page.on('console', (message) => {
        if (/hydrat|Content Security Policy|Minified React error/i.test(message.text())) wrong.push(message.text());
      });
      await use(undefined);
      if (wrong.length > 0) throw new Error(`The page misbehaved: ${wrong.join('; ')}`);
    },
    { auto: true },
  ],
});
