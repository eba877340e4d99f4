import { useRef } from 'react';

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
