import type { Transport } from './api.ts';

/** Browsers allow 64 kB of keepalive requests at a time; the rest is for headers. */
const maxBytes = 60_000;

/** Sends a request that goes on when the page is closed. */
export const keepaliveTransport: Transport = async (url, init) => {
  const response = await fetch(url, { ...init, keepalive: true });
  return { status: response.status, text: await response.text() };
};

/** The keepalive transport for a body that is small enough, undefined (the usual one) for a larger one. @param text the body */
export const keepaliveIfSmall = (text: string): Transport | undefined =>
  // UTF-8 takes at most three bytes for a UTF-16 code unit.
  text.length * 3 < maxBytes ? keepaliveTransport : undefined;
