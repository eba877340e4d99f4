import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../config.ts';
import { type Mailer, smtpMailer } from '../outbox/mailer.ts';

/** A mail the server accepted. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message source. */
  raw: string;
  header(name: string): string | undefined;
  /** The decoded text body. */
  text: string;
}

const readHeader = (raw: string, name: string): string | undefined => {
  const head = (raw.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
};
const decodeText = (raw: string): string => {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  const encoding = readHeader(raw, 'Content-Transfer-Encoding')?.toLowerCase();
  const text = body.replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

/** An SMTP server on loopback that stores mails. Starts before the tests of a file and stops after them. */
export const aMailSink = () => {
  const waiting: { count: number; resolve: () => void }[] = [];
  const sink = {
    mails: [] as ReceivedMail[],
    /** Replies for the next recipients, in order. Later recipients are accepted. */
    refusals: [] as { code: number; text: string }[],
    /** Called before a mail is acknowledged. */
    beforeAccept: async () => {},
    url: '',
    mailer: undefined as unknown as Mailer,
    /** Resolves when `count` mails have arrived. */
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
        sink.mails.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw,
          header: (name) => readHeader(raw, name),
          text: decodeText(raw),
        });
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
