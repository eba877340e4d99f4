import { forget, keep, kept } from './browserStorage.ts';
import { newKey } from './idempotencyKey.ts';

const keptUnder = (name: string) => `apply-key:${name}`;
/** The key of a named intention, kept in this browser: the same after a reload while the body stays the same. */
export const keptIntention = (name: string, body: unknown): string => {
  const sent = JSON.stringify(body);
  try {
    const before = JSON.parse(kept(keptUnder(name)) ?? 'null') as { key: string; sent: string } | null;
    if (before?.sent === sent) return before.key;
  } catch {
    // Unreadable: a new intention.
  }
  const key = newKey();
  keep(keptUnder(name), JSON.stringify({ key, sent }));
  return key;
};
/** Done: the next one is another. */
export const forgetIntention = (name: string) => forget(keptUnder(name));
