import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../config.ts';
import { type Mailer, smtpMailer } from '../outbox/mailer.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it came. */
  raw: string;
  header(name: string): string | undefined;
  /** The text, decoded. */
  text: string;
}

const headerOf = (raw: string, name: string): string | undefined => {
  const head = (raw.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
};
const textOf = (raw: string): string => {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  const encoding = headerOf(raw, 'Content-Transfer-Encoding')?.toLowerCase();
  const text = body.replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

/** A real mail server on loopback that keeps what it is given, and refuses when told. */
export const aMailSink = () => {
  const waiting: { count: number; resolve: () => void }[] = [];
  const sink = {
    mails: [] as ReceivedMail[],
    /** What the next recipients are answered, in this order; then all are taken. */
    refusals: [] as { code: number; text: string }[],
    /** Runs before a mail is acknowledged. */
    beforeAccept: async () => {},
    url: '',
    mailer: undefined as unknown as Mailer,
    /** Until so many mails are there. */
    has: (count: number) =>
      new Promise<void>((resolve) => {
        if (sink.mails.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => {
      const refusal = sink.refusals.shift();
      callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        await sink.beforeAccept();
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        sink.mails.push({ from, to: rcptTo.map(({ address }) => address), raw, header: (name) => headerOf(raw, name), text: textOf(raw) });
        for (const { count, resolve } of waiting) if (sink.mails.length >= count) resolve();
        callback(null);
      });
    },
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    sink.url = `smtp://127.0.0.1:${port}`;
    sink.mailer = smtpMailer({ ...readConfig({}), smtpUrl: sink.url });
  });
  afterAll(async () => {
    sink.mailer?.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  return sink;
};
