import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

/** A row of the outbox, as far as it is sent. */
export interface OutgoingMail {
  id: number;
  email: string;
  subject: string;
  text: string;
  created_at: string;
}

/**
 * The result of an attempt. `deferred`: this mail may succeed later. `rejected`: this mail never will. `unreachable`: the
 * server cannot be reached or refuses our login, so no mail can be sent now.
 */
export type SendResult = { outcome: 'sent' } | { outcome: 'deferred' | 'rejected' | 'unreachable'; error: string };

export interface Mailer {
  /** Never rejects: a failure is a result. */
  send(mail: OutgoingMail): Promise<SendResult>;
  close(): void;
}

/** SMTP replies to a recipient that stay the same: no such mailbox, not served here, name not allowed. */
const permanentCodes = new Set([550, 551, 553]);
const classifyError = ({
  message,
  code,
  command,
  responseCode = 0,
}: Error & { code?: string; command?: string; responseCode?: number }): SendResult => {
  const text = message.slice(0, 500);
  // 'API': nodemailer itself refuses the address.
  if (code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && permanentCodes.has(responseCode))))
    return { outcome: 'rejected', error: text };
  // The server is reachable and refused this one mail.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { outcome: 'deferred', error: text };
  return { outcome: 'unreachable', error: text };
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const minute = 60 * 1000;
/** Removes line breaks and control characters, so that a subject cannot add a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const toSingleLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

/** Characters that make an address parse as several or as another one; real addresses do not have them. */
const ambiguousCharacters = /[,;:<>()[\]"\\]/;

/**
 * Sends plain text through the server at `smtpUrl`. All attempts of a mail carry the same Message-ID, so that mail programs
 * show a repeated one once.
 */
export const smtpMailer = ({ smtpUrl, mailFrom }: Pick<Config, 'mailFrom'> & { smtpUrl: string }): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: minute / 2,
    greetingTimeout: minute / 2,
    socketTimeout: minute / 2,
    // A server on this machine has no certificate for a public name, and no network lies in between.
    tls: { rejectUnauthorized: !loopback.test(new URL(smtpUrl).hostname) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = mailFrom.address.split('@').at(-1) ?? 'localhost';
  return {
    send: async ({ id, email, subject, text, created_at }) => {
      if (ambiguousCharacters.test(email)) return { outcome: 'rejected', error: 'The address is not one plain address' };
      return transport
        .sendMail({
          from: mailFrom,
          to: { name: '', address: email },
          envelope: { from: mailFrom.address, to: [email] },
          subject: toSingleLine(subject),
          text,
          messageId: `<outbox.${id}.${Date.parse(created_at)}@${domain}>`,
          date: new Date(created_at),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .then((): SendResult => ({ outcome: 'sent' }), classifyError);
    },
    close: () => transport.close(),
  };
};
