import http from 'node:http';
import { expect, test } from './fixtures.ts';

/** Bytes of an answer's body as they go over the wire. */
const bytesOf = (url: string): Promise<{ encoding: string | undefined; bytes: number }> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ encoding: response.headers['content-encoding'], bytes }));
        response.on('error', reject);
      })
      .on('error', reject);
  });

/** What a server sends before it waits for a first answer: ten packets. */
const firstFlight = 14 * 1024;

test('a rendered page with its style sheet is at most 14 kB on the wire', async ({ app }) => {
  const { results } = await app.call(null, 'GET', '/api/opportunities/?page_size=9');
  expect(results.length).toBe(9);
  for (const address of ['/', `/event/${results[0].id}`, `/event/${results[8].id}`]) {
    const { encoding, bytes } = await bytesOf(`${app.url}${address}`);
    expect(encoding).toBe('br');
    expect(bytes, address).toBeLessThanOrEqual(firstFlight);
  }
});
