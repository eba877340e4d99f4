import { useRef } from 'react';

export const newIdempotencyKey = (): string =>
  // randomUUID is missing where the page is not served over https.
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The Idempotency-Key of a body: the same one for every try of it, a new one as soon as it says something else. */
export const useIdempotencyKey = (): ((body: unknown) => string) => {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    return last.current.key;
  };
};
