import { randomBytes } from 'node:crypto';
import pg from 'pg';

const connection = (): pg.ClientConfig => JSON.parse(process.env.JOURNEY_POSTGRES ?? '{}') as pg.ClientConfig;

/** DATABASE_URL of a database on the PostgreSQL of this run. */
export const databaseUrl = (name: string): string => {
  const { host = '', port, user = '', password } = connection();
  const credentials = [user, ...(typeof password === 'string' && password ? [password] : [])].map(encodeURIComponent).join(':');
  return host.startsWith('/')
    ? `postgres://${credentials}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    : `postgres://${credentials}@${host}:${port}/${name}`;
};

const run = async (statement: string): Promise<void> => {
  const client = new pg.Client(connection());
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

/** Creates a database with a unique name, empty or as a copy of `template`, and returns the name. */
export const createDatabase = async (template?: string): Promise<string> => {
  const name = `imkon_journey_${randomBytes(6).toString('hex')}`;
  await run(`create database ${name}${template ? ` template ${template}` : ''}`);
  return name;
};

export const dropDatabase = (name: string): Promise<void> => run(`drop database if exists ${name} with (force)`);
