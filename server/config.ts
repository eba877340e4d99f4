import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, whatever the working directory is. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Folder of uploads, and of the embedded database unless `databaseUrl` names another. */
  dataDir: string;
  databaseUrl: string | null;
  jwtSecret: string;
  /** Origin in links and head tags; null = the address of the request. */
  publicUrl: string | null;
  trustProxy: boolean;
  /** Where mail is handed in; null = no mail is written or sent. */
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  limits: 'strict' | 'loose';
  passwordMinLength: number;
}

export class ConfigError extends Error {}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
/** `Name <address>` or an address alone. */
const mailboxOf = (text: string): Config['mailFrom'] | null => {
  const [, name = '', address = ''] = /^(?:([^<>\r\n]*)<)?([^\s@<>]+@[^\s@<>]+)>?$/.exec(text) ?? [];
  return address === '' ? null : { name: name.replaceAll('"', '').trim() || 'Imkon', address };
};

/** The environment, read and checked once. @throws ConfigError that lists everything wrong at once */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const wrong: string[] = [];
  const value = (name: string) => env[name]?.trim() || null;
  const whole = (name: string, usual: number, min: number, max: number) => {
    const text = value(name);
    if (text === null) return usual;
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max)
      wrong.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
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
  const smtp = smtpUrl === null ? null : urlOf(smtpUrl);
  if (smtpUrl !== null && (!smtp?.hostname || (smtp.protocol !== 'smtp:' && smtp.protocol !== 'smtps:')))
    wrong.push('SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://….');
  // Links in mails are not made of what a request says its host is.
  if (production && smtpUrl !== null && publicUrl === null)
    wrong.push('PUBLIC_URL is missing: with SMTP_URL mails need it for their links.');
  const user = smtp ? decoded(smtp.username) : '';
  const host = (publicUrl && urlOf(publicUrl)?.hostname) || 'localhost';
  const mailFrom = mailboxOf(value('MAIL_FROM') ?? (user.includes('@') ? user : `no-reply@${host}`));
  if (mailFrom === null) wrong.push(`MAIL_FROM must be an address such as Imkon <imkon@imkon.example>, not "${value('MAIL_FROM')}".`);
  const config: Config = {
    production,
    host: value('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: whole('PORT', 3000, 0, 65535),
    dataDir: path.resolve(projectRoot, value('DATA_DIR') ?? '.data'),
    databaseUrl,
    // Outside production sessions need not outlive a restart unless a secret is given; main keeps one in dataDir.
    jwtSecret: secret ?? randomBytes(32).toString('hex'),
    publicUrl: publicUrl?.replace(/\/$/, '') ?? null,
    trustProxy: value('TRUST_PROXY') === 'true' || value('TRUST_PROXY') === '1',
    smtpUrl,
    mailFrom: mailFrom ?? { name: 'Imkon', address: 'no-reply@localhost' },
    limits: limits === 'strict' ? 'strict' : 'loose',
    passwordMinLength: whole('PASSWORD_MIN_LENGTH', 8, 8, 128),
  };
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
};
