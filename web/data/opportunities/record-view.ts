import { opportunityCalls } from '#contract/opportunity.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { ask } from '../../lib/api.ts';
import { readStored, store } from '../../lib/browserStorage.ts';
import { keepaliveTransport } from '../../lib/keepaliveTransport.ts';
import { readSession } from '../../lib/session.ts';

const storageKey = 'views';
/** Views recorded on one day. */
interface RecordedViews {
  /** Tashkent day, YYYY-MM-DD. */
  day: string;
  /** `user:opportunity`; user 0 is a signed-out visitor. */
  views: string[];
}
/** Used when the browser stores nothing. */
let memory: RecordedViews | null = null;

const recordedViews = (day: string): RecordedViews => {
  try {
    const recorded = memory ?? (JSON.parse(readStored(storageKey) ?? 'null') as RecordedViews | null);
    if (recorded?.day === day) return recorded;
  } catch {
    // Unreadable text counts as no views.
  }
  return { day, views: [] };
};

const visible = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    check();
  });
const idle = () => new Promise<void>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : resolve()));

/**
 * Records a view of an opportunity when the page is visible and idle, once a user and Tashkent day.
 * @throws ApiError when the call fails
 */
export const recordView = async (id: number) => {
  await visible();
  await idle();
  const day = tashkentDay(new Date());
  const view = `${readSession()?.user_id ?? 0}:${id}`;
  if (recordedViews(day).views.includes(view)) return;
  await ask(opportunityCalls.view, { params: { id }, transport: keepaliveTransport });
  memory = { day, views: [...recordedViews(day).views, view] };
  if (store(storageKey, JSON.stringify(memory))) memory = null;
};
