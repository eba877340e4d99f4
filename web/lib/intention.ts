import { useRef } from 'react';
import { forget, keep, kept } from './kept.ts';

export const newKey = (): string =>
  // randomUUID is missing where the page is not served over https.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The Idempotency-Key of a body: the same one for every try of it, a new one as soon as it says something else. */
export const useIntention = (): ((body: unknown) => string) => {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newKey() };
    return last.current.key;
  };
};

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
