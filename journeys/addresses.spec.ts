import http from 'node:http';
import { expect, test } from './fixtures.ts';

/** Requests exactly these bytes; a browser or fetch would normalize the address. */
const askRaw = (origin: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    http
      .get({ hostname, port, path, headers: { accept: 'text/html' } }, (response) => {
        response.resume();
        resolve(`${response.statusCode} ${response.headers['content-type']}`);
      })
      .on('error', reject);
  });

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

test('unknown and malformed addresses answer 404, never 500', async ({ app }) => {
  const missing = [
    ...['//', '///', '//evil', '//evil.example/%2f..', '//:80', '//[', '/%', '/%ff', '/%00', '/..', '/event/..', '/event/%2e%2e'],
    ...['/event/0', '/event/1.5', '/event/1e0', '/event/0x1', '/event/01', '/event/+1', '/event/-1', '/event/99999999999', '/event/%'],
    ...['/?page=1e9', '/landing?page=1e9', '/?page=99999', '/event/a?page=1e9', `/${'a'.repeat(9000)}`, '/%F0%9F%98%80', '/EVENT/1'],
  ];
  for (const path of missing) expect([path, await askRaw(app.url, path)]).toEqual([path, `404 ${html}`]);
  for (const path of ['/?page=0', '/?page=-1', '/?%=%', '/?search=%E0%A4', '/?__proto__[x]=1', `/?search=${'a'.repeat(5000)}`])
    expect([path, await askRaw(app.url, path)]).toEqual([path, `200 ${html}`]);
  for (const path of ['/api/%', '/api/opportunities/%/', '/api//', '/api/opportunities/1e0/'])
    expect([path, await askRaw(app.url, path)]).toEqual([path, `404 ${json}`]);
});

test('a page rendered as 404 stays a 404 page after hydration', async ({ page }) => {
  for (const path of ['/event/1e0', '/event/01', '/event/0']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole('alert')).toBeVisible();
  }
});
