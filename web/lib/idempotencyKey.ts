import { useRef } from 'react';

/** A random Idempotency-Key: 32 hexadecimal digits. */
export const newIdempotencyKey = (): string =>
  // crypto.randomUUID exists only over https.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns a function from a body to its Idempotency-Key: the same key until the body changes. */
export const useIdempotencyKey = (): ((body: unknown) => string) => {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    return last.current.key;
  };
};
