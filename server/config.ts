import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, independent of the working directory. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Folder of uploads, and of the embedded database when `databaseUrl` is null. */
  dataDir: string;
  databaseUrl: string | null;
  /** Connections of this instance to the database. */
  databasePool: number;
  jwtSecret: string;
  /** Origin in links and head tags; null: the address of the request. */
  publicUrl: string | null;
  /** Proxies in front whose X-Forwarded-* headers are trusted, counted from the nearest; 0: none. */
  trustProxy: number;
  /** Seconds a response for signed-out visitors is cached; 0: not at all. */
  responseCacheSeconds: number;
  /** The SMTP server; null: no mail is written or sent. */
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  limits: 'strict' | 'loose';
  passwordMinLength: number;
}

/** A wrong setting; its message is shown to the operator without a stack. */
export class ConfigError extends Error {}

const decodeOrSame = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
/** Parses `Name <address>` or an address; null when it is neither. */
const parseMailbox = (text: string): Config['mailFrom'] | null => {
  const [, name = '', address = ''] = /^(?:([^<>\r\n]*)<)?([^\s@<>]+@[^\s@<>]+)>?$/.exec(text) ?? [];
  return address === '' ? null : { name: name.replaceAll('"', '').trim() || 'Imkon', address };
};

/** Of the 60 connections the embedded PostgreSQL accepts, some stay free for commands and its own use. */
const embeddedPoolMax = 50;

/** Reads and checks the environment. @throws ConfigError that lists every wrong setting */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const wrong: string[] = [];
  const value = (name: string) => env[name]?.trim() || null;
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const text = value(name);
    if (text === null) return fallback;
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max)
      wrong.push(`${name} must be ${name === 'TRUST_PROXY' ? 'true, false or ' : ''}a whole number from ${min} to ${max}, not "${text}".`);
    return number;
  };
  const production = value('NODE_ENV') === 'production';
  const limits = value('LIMITS') ?? (production ? 'strict' : 'loose');
  if (limits !== 'strict' && limits !== 'loose') wrong.push(`LIMITS must be strict or loose, not "${limits}".`);
  const secret = value('JWT_SECRET');
  if (production && secret === null) wrong.push('JWT_SECRET is missing: set it to at least 32 random characters (openssl rand -hex 32).');
  if (secret !== null && secret.length < 32) wrong.push('JWT_SECRET is too short: at least 32 characters.');
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl))
    wrong.push('DATABASE_URL must begin with postgres:// or postgresql://.');
  const publicUrl = value('PUBLIC_URL');
  if (publicUrl !== null && !/^https?:\/\/[^/]+\/?$/.test(publicUrl))
    wrong.push(`PUBLIC_URL must be an origin such as https://imkon.example, not "${publicUrl}".`);
  const smtpUrl = value('SMTP_URL');
  const smtp = smtpUrl === null ? null : parseUrl(smtpUrl);
  if (smtpUrl !== null && (!smtp?.hostname || (smtp.protocol !== 'smtp:' && smtp.protocol !== 'smtps:')))
    wrong.push('SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://….');
  // Links in mails never use the Host header of a request.
  if (production && smtpUrl !== null && publicUrl === null)
    wrong.push('PUBLIC_URL is missing: with SMTP_URL mails need it for their links.');
  const user = smtp ? decodeOrSame(smtp.username) : '';
  const host = (publicUrl && parseUrl(publicUrl)?.hostname) || 'localhost';
  const mailFrom = parseMailbox(value('MAIL_FROM') ?? (user.includes('@') ? user : `no-reply@${host}`));
  if (mailFrom === null) wrong.push(`MAIL_FROM must be an address such as Imkon <imkon@imkon.example>, not "${value('MAIL_FROM')}".`);
  const proxy = value('TRUST_PROXY');
  const trustProxy = proxy === 'true' ? 1 : proxy === 'false' ? 0 : integer('TRUST_PROXY', 0, 0, 10);
  const databasePool = integer('DATABASE_POOL', 10, 2, 500);
  if (databaseUrl === null && databasePool > embeddedPoolMax)
    wrong.push(`DATABASE_POOL must be at most ${embeddedPoolMax} without DATABASE_URL, not "${databasePool}".`);
  const config: Config = {
    production,
    host: value('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: integer('PORT', 3000, 0, 65535),
    dataDir: path.resolve(projectRoot, value('DATA_DIR') ?? '.data'),
    databaseUrl,
    databasePool,
    // A random secret ends every session at a restart; main.ts replaces it by the one stored in dataDir.
    jwtSecret: secret ?? randomBytes(32).toString('hex'),
    publicUrl: publicUrl?.replace(/\/$/, '') ?? null,
    trustProxy,
    responseCacheSeconds: integer('RESPONSE_CACHE_SECONDS', 1, 0, 60),
    smtpUrl,
    mailFrom: mailFrom ?? { name: 'Imkon', address: 'no-reply@localhost' },
    limits: limits === 'strict' ? 'strict' : 'loose',
    passwordMinLength: integer('PASSWORD_MIN_LENGTH', 8, 8, 128),
  };
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
};
