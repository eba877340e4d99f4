import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { makeTokens } from '../server/http/actor.ts';
import { createResponseCache } from '../server/http/responseCache.ts';
import { builtWeb } from '../server/pages/pages.ts';
import { createStorage } from '../server/storage/storage.ts';

/** A statement as the driver was given it. */
export interface Statement {
  text: string;
  values: unknown[];
}
export interface Captured {
  statements: Statement[];
  /** Numbers in the values that stand for something of this request, and the key of what was made. */
  student: number;
  opportunity: number;
  made: number | null;
}
export type Recording = Record<string, Captured>;

/** Our own server on the database, as it is. */
export const serveOurs = async (database: pg.PoolConfig, secret: string): Promise<number> => {
  const { db } = connect(database, { max: 10 });
  const config = { ...readConfig({ NODE_ENV: 'test' }), jwtSecret: secret };
  const app = await buildApp(
    { config, db, tokens: makeTokens(secret), now: () => new Date(), storage: createStorage(config), responseCache: createResponseCache() },
    { web: await builtWeb() },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
};

const nameOf = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 20);

/**
 * The yardstick: node:http and the driver, the same statements in the same order with prepared names, the last rows as JSON.
 * No routing, no checks of the request, no permissions, no schema of the reply.
 */
export const serveBare = async (database: pg.PoolConfig, recording: Recording): Promise<number> => {
  const pool = new pg.Pool({ ...database, max: 10, options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0' });
  const replay = async (captured: Captured, student: number, opportunity: number): Promise<unknown> => {
    const client = captured.statements.length > 1 ? await pool.connect() : null;
    let made: number | null = null;
    const mine = (value: unknown) => {
      if (value === captured.student) return student;
      if (value === captured.opportunity) return opportunity;
      if (made !== null && value === captured.made) return made;
      return value === `apply ${captured.student}` ? `apply ${student}` : value;
    };
    try {
      let rows: Record<string, unknown>[] = [];
      for (const { text, values } of captured.statements) {
        const result = await (client ?? pool).query({ name: nameOf(text), text, values: values.map(mine) });
        if (result.command === 'COMMIT') continue;
        rows = result.rows;
        if (/insert into applications/.test(text)) made = rows[0]?.id as number;
      }
      return rows;
    } finally {
      client?.release();
    }
  };
  const server = http.createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as { opportunity: number }) : null;
      const captured = recording[body ? 'apply' : (request.url as string)] as Captured;
      const rows = await replay(captured, Number(request.headers['x-student'] ?? 0), body?.opportunity ?? 0);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

// As a process of its own: who it is comes in the first message, the port goes back.
process.once(
  'message',
  async ({ kind, database, secret, recording }: { kind: string; database: pg.PoolConfig; secret: string; recording: Recording }) => {
    const port = kind === 'ours' ? await serveOurs(database, secret) : await serveBare(database, recording);
    process.send?.({ port });
  },
);
process.once('disconnect', () => process.exit(0));
