import { useRef } from 'react';

/** Not `randomUUID`, which a plain http address inside a school's network does not have. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A key for `Idempotency-Key`: the same for every try of the same thing, so that a retry after a lost answer makes it
 * once; another one as soon as what is sent has changed.
 */
export const useIntention = (): ((content: unknown) => string) => {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current?.content !== text) last.current = { content: text, key: newKey() };
    return last.current.key;
  };
};
