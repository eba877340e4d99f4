import type { Transport } from './api.ts';

/** Browsers finish no more than 64 kB of requests after a page was left. */
export const keepaliveMaxBytes = 60_000;
/** A way to the server that goes on when the page is left. */
export const keepaliveTransport: Transport = async (url, init) => {
  const response = await fetch(url, { ...init, keepalive: true });
  return { status: response.status, text: await response.text() };
};
