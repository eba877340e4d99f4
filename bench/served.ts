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

/** A statement as passed to the driver. */
export interface Statement {
  text: string;
  values: unknown[];
}
export interface RecordedRequest {
  statements: Statement[];
  /** Ids among the values that change with the request, and the id of the inserted row. */
  student: number;
  opportunity: number;
  inserted: number | null;
}
export type Recording = Record<string, RecordedRequest>;

/** Serves the application on the database. @returns the port */
export const serveApplication = async (database: pg.PoolConfig, secret: string): Promise<number> => {
  const { db } = connect(database, { max: 10 });
  const config = { ...readConfig({ NODE_ENV: 'test' }), jwtSecret: secret };
  const app = await buildApp(
    { config, db, tokens: makeTokens(secret), now: () => new Date(), storage: createStorage(config), responseCache: createResponseCache() },
    { web: await builtWeb() },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
};

const statementName = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 20);

/**
 * The minimal server for comparison: node:http and the driver, the same prepared statements in the same order, the last rows
 * as JSON. No routing, validation, permissions or reply schema. @returns the port
 */
export const serveMinimal = async (database: pg.PoolConfig, recording: Recording): Promise<number> => {
  const pool = new pg.Pool({ ...database, max: 10, options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0' });
  const replay = async (recorded: RecordedRequest, student: number, opportunity: number): Promise<unknown> => {
    const client = recorded.statements.length > 1 ? await pool.connect() : null;
    let inserted: number | null = null;
    const replaceId = (value: unknown) => {
      if (value === recorded.student) return student;
      if (value === recorded.opportunity) return opportunity;
      if (inserted !== null && value === recorded.inserted) return inserted;
      return value === `apply ${recorded.student}` ? `apply ${student}` : value;
    };
    try {
      let rows: Record<string, unknown>[] = [];
      for (const { text, values } of recorded.statements) {
        const result = await (client ?? pool).query({ name: statementName(text), text, values: values.map(replaceId) });
        if (result.command === 'COMMIT') continue;
        rows = result.rows;
        if (/insert into applications/.test(text)) inserted = rows[0]?.id as number;
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
      const recorded = recording[body ? 'apply' : (request.url as string)] as RecordedRequest;
      const rows = await replay(recorded, Number(request.headers['x-student'] ?? 0), body?.opportunity ?? 0);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

// Child process: the first message says which server to run; the reply is its port.
process.once(
  'message',
  async ({ kind, database, secret, recording }: { kind: string; database: pg.PoolConfig; secret: string; recording: Recording }) => {
    const port = kind === 'ours' ? await serveApplication(database, secret) : await serveMinimal(database, recording);
    process.send?.({ port });
  },
);
process.once('disconnect', () => process.exit(0));
