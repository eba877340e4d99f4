import { readStored, removeStored, store } from './browserStorage.ts';
import { newIdempotencyKey } from './idempotencyKey.ts';

const storageKey = (name: string) => `apply-key:${name}`;
/** Idempotency-Key of a named action, stored in this browser: the same after a reload while the body is the same. */
export const storedIdempotencyKey = (name: string, body: unknown): string => {
  const sent = JSON.stringify(body);
  try {
    const before = JSON.parse(readStored(storageKey(name)) ?? 'null') as { key: string; sent: string } | null;
    if (before?.sent === sent) return before.key;
  } catch {
    // Unreadable text counts as a new action.
  }
  const key = newIdempotencyKey();
  store(storageKey(name), JSON.stringify({ key, sent }));
  return key;
};
/** The action is done: the next one of this name gets a new key. */
export const removeIdempotencyKey = (name: string) => removeStored(storageKey(name));
