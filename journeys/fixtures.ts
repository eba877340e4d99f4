import { randomBytes } from 'node:crypto';
import { type APIRequestContext, type Browser, test as base, type Page } from '@playwright/test';
import { addDays, tashkentDay } from '../contract/uzbek.ts';
import { shiftClock } from './clock.ts';
import { createServerData, stopServer } from './servers.ts';

export { expect } from '@playwright/test';

export interface Person {
  email: string;
  password: string;
  access: string;
  refresh: string;
}

export interface TestApp {
  /** Origin of the server. */
  url: string;
  /** Signs up a student through the API and signs in; a new e-mail address each time. */
  student(values?: Record<string, unknown>): Promise<Person>;
  /** The same for the owner of a new organization. */
  organizer(values?: Record<string, unknown>): Promise<Person>;
  /** Calls the API as `person`, or signed out. `path` begins with /api. @throws when the status is not 2xx */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the reply of its call
  call(person: Person | null, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<any>;
  /** Stores a person's tokens in the page's browser, as a login does. */
  signIn(page: Page, person: Person): Promise<void>;
}

/** Milliseconds by which the clock of server and browser differs from the clock of this process. */
let clockOffset = 0;

/** The moment it is for the server and the browser. */
export const currentTime = (): Date => new Date(Date.now() + clockOffset);

/** The calendar day in Tashkent so many days from now, `YYYY-MM-DD`; a negative number is in the past. */
export const dayFromNow = (days: number): string => addDays(tashkentDay(currentTime()), days);

const password = 'Kuchli-parol-2026';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}${randomBytes(3).toString('hex')}`;
};

/** Helpers for the server at `url`. */
export const createApp = (url: string, request: APIRequestContext): TestApp => {
  const call: TestApp['call'] = async (person, method, path, body) => {
    const response = await request.fetch(`${url}${path}`, {
      method,
      headers: { 'Accept-Language': 'uz', ...(person ? { Authorization: `Bearer ${person.access}` } : {}) },
      ...(body === undefined ? {} : { data: body }),
    });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    return text ? JSON.parse(text) : null;
  };
  const signUp = async (body: Record<string, unknown>): Promise<Person> => {
    const email = String(body.email ?? `${unique()}@example.uz`);
    await call(null, 'POST', '/api/auth/register/', { ...body, email, username: email, password, password_confirm: password });
    return { email, password, ...(await call(null, 'POST', '/api/auth/login/', { email, password })) };
  };
  return {
    url,
    call,
    student: (values = {}) => signUp({ first_name: 'Sardor', last_name: 'Namunayev', ...values }),
    organizer: (values = {}) =>
      signUp({
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
          // Only once per tab, so that a later sign-out is not undone by a reload.
          if (sessionStorage.getItem('signed-in')) return;
          sessionStorage.setItem('signed-in', '1');
          localStorage.setItem('access_token', first as string);
          localStorage.setItem('refresh_token', second as string);
        },
        [access, refresh],
      );
    },
  };
};

/** Moves the clock in every page of `browser` by `clockOffset`. */
const shiftBrowserClock = (browser: Browser): void => {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(shiftClock, clockOffset);
    return context;
  };
};

export const test = base.extend<
  { app: TestApp; pageErrors: undefined },
  { startsAt: string | null; clockShift: number; server: { url: string } }
>({
  /** The moment, in ISO 8601, at which server and browser start; null is the machine's clock. */
  startsAt: [null, { scope: 'worker', option: true }],
  /** Moves the clock of this worker's browser. @returns the shift in milliseconds */
  clockShift: [
    async ({ startsAt, browser }, use) => {
      if (startsAt !== null) {
        clockOffset = Date.parse(startsAt) - Date.now();
        shiftBrowserClock(browser);
      }
      await use(clockOffset);
    },
    { scope: 'worker', auto: true },
  ],
  server: [
    async ({ clockShift }, use) => {
      const data = await createServerData(clockShift);
      const { url, child } = await data.start();
      await use({ url });
      await stopServer(child);
      await data.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  app: async ({ server, playwright }, use) => {
    const request = await playwright.request.newContext();
    await use(createApp(server.url, request));
    await request.dispose();
  },
  baseURL: async ({ server }, use) => use(server.url),
  /** Fails a test whose page throws, breaks the content security policy, fails to hydrate, or requests another origin. */
  pageErrors: [
    async ({ page, server }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url)) errors.push(`requested ${request.url()}`);
      });
      page.on('console', (message) => {
        if (/hydrat|Content Security Policy|Minified React error/i.test(message.text())) errors.push(message.text());
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`The page reported: ${errors.join('; ')}`);
    },
    { auto: true },
  ],
});
