import { readStored, removeStored, store } from './browserStorage.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';

const keptUnder = (name: string) => `apply-key:${name}`;
/** The key of a named intention, kept in this browser: the same after a reload while the body stays the same. */
export const storedIdempotencyKey = (name: string, body: unknown): string => {
  const sent = JSON.stringify(body);
  try {
    const before = JSON.parse(readStored(keptUnder(name)) ?? 'null') as { key: string; sent: string } | null;
    if (before?.sent === sent) return before.key;
  } catch {
    // Unreadable: a new intention.
  }
  const key = newIdempotencyKey();
  store(keptUnder(name), JSON.stringify({ key, sent }));
  return key;
};
/** Done: the next one is another. */
export const removeIdempotencyKey = (name: string) => removeStored(keptUnder(name));
