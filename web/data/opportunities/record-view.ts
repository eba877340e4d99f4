import { opportunityCalls } from '#contract/opportunity.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { ask } from '../../lib/api.ts';
import { readStored, store } from '../../lib/browserStorage.ts';
import { readSession } from '../../lib/session.ts';

const key = 'looks';
interface Looks {
  day: string;
  /** `person:opportunity`, person 0 for whoever is signed out. */
  told: string[];
}
/** For browsers that keep nothing. */
let memory: Looks | null = null;

const looksOf = (day: string): Looks => {
  try {
    const looks = memory ?? (JSON.parse(readStored(key) ?? 'null') as Looks | null);
    if (looks?.day === day) return looks;
  } catch {
    // Unreadable: a new day.
  }
  return { day, told: [] };
};

const seen = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
const idle = () => new Promise<void>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : resolve()));
/** The answer is not waited for when the person leaves. */
const stubborn = async (url: string, init: RequestInit) => {
  const response = await fetch(url, { ...init, keepalive: true });
  return { status: response.status, text: await response.text() };
};

/** Tells that somebody looked at an opportunity: once a person and Tashkent day, once the page is in sight and at rest. */
export const recordView = async (id: number) => {
  await seen();
  await idle();
  const day = tashkentDay(new Date());
  const one = `${readSession()?.user_id ?? 0}:${id}`;
  const looks = looksOf(day);
  if (looks.told.includes(one)) return;
  await ask(opportunityCalls.view, { params: { id }, transport: stubborn });
  const now = looksOf(day);
  memory = { day, told: [...now.told, one] };
  if (store(key, JSON.stringify(memory))) memory = null;
};
