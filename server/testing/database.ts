import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connect } from '../db/connect.ts';

/** The connection settings as a value for DATABASE_URL. */
export const connectionUrl = ({ host, port, user, password, database }: pg.ClientConfig): string => {
  const url = new URL('postgres://localhost');
  url.username = encodeURIComponent(String(user));
  url.password = encodeURIComponent(String(password ?? ''));
  url.pathname = `/${database}`;
  if (String(host).startsWith('/')) url.searchParams.set('host', String(host));
  else url.host = `${host}:${port}`;
  return url.href;
};

/** Creates a database from the migrated template. `drop` closes the connection and deletes the database. */
export const aDatabase = async (): Promise<Connection & { settings: pg.ClientConfig; drop(): Promise<void> }> => {
  const server = inject('server');
  const name = `imkon_test_${randomBytes(6).toString('hex')}`;
  const runAsAdmin = async (text: string) => {
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(text).finally(() => admin.end());
  };
  await runAsAdmin(`create database ${name} template imkon_template`);
  const settings = { ...server, database: name };
  const connection = connect(settings as pg.PoolConfig);
  return {
    ...connection,
    settings,
    drop: async () => {
      await connection.close();
      await runAsAdmin(`drop database ${name} with (force)`);
    },
  };
};
