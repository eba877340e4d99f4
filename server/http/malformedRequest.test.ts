import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { aWorld } from '../testing/world.ts';

const world = aWorld();

/** Sends raw bytes and parses the reply. */
const send = async (bytes: string): Promise<{ status: number; headers: Record<string, string>; body: unknown }> => {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
};

test.each([
  ['no request', 'salom\r\n\r\n', 400, { detail: 'Bad Request', code: 'invalid' }],
  [
    'a negative length',
    'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    400,
    { detail: 'Bad Request', code: 'invalid' },
  ],
  [
    'headers without end',
    `GET /api/live/ HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
    { detail: 'Request Header Fields Too Large', code: 'headers_too_large' },
  ],
])('refuses %s with the usual body and headers', async (_, bytes, status, body) => {
  const answer = await send(bytes);
  expect([answer.status, answer.body]).toEqual([status, body]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    connection: 'close',
  });
});
