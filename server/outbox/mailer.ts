import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';

/** What of a row of the outbox goes onto the wire. */
export interface OutgoingMail {
  id: number;
  email: string;
  subject: string;
  text: string;
  created_at: string;
}

/** How sending ended. `away`: the mail server itself cannot be reached or does not let us in, whatever the mail. */
export type SendResult = { how: 'sent' } | { how: 'later' | 'never' | 'away'; error: string };

export interface Mailer {
  send(letter: OutgoingMail): Promise<SendResult>;
  close(): void;
}

/** The mailbox does not exist, is not served here or its name is refused: trying again changes nothing. */
const hopeless = new Set([550, 551, 553]);
const meaningOf = ({
  message,
  code,
  command,
  responseCode = 0,
}: Error & { code?: string; command?: string; responseCode?: number }): SendResult => {
  const said = message.slice(0, 500);
  // 'API': the address is nothing that may be put on the wire.
  if (code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && hopeless.has(responseCode))))
    return { how: 'never', error: said };
  // The server took the connection and answered about this one mail.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { how: 'later', error: said };
  return { how: 'away', error: said };
};

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const minute = 60 * 1000;
/** One line without control characters: a subject can never become another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

/** Would be read as several addresses, or as another one. Nobody's real address has these. */
const ambiguous = /[,;:<>()[\]"\\]/;

/** Sends plain text through the server of `smtpUrl`. A letter has one Message-ID for ever, so that a repetition shows as one. */
export const smtpMailer = ({ smtpUrl, mailFrom }: Config & { smtpUrl: string }): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: minute / 2,
    greetingTimeout: minute / 2,
    socketTimeout: minute / 2,
    // Nobody stands between us and our own machine, and its certificate has no name.
    tls: { rejectUnauthorized: !loopback.test(new URL(smtpUrl).hostname) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = mailFrom.address.split('@').at(-1) ?? 'localhost';
  return {
    send: async ({ id, email, subject, text, created_at }) => {
      if (ambiguous.test(email)) return { how: 'never', error: 'The address is not one plain address' };
      return transport
        .sendMail({
          from: mailFrom,
          to: { name: '', address: email },
          envelope: { from: mailFrom.address, to: [email] },
          subject: oneLine(subject),
          text,
          messageId: `<outbox.${id}.${Date.parse(created_at)}@${domain}>`,
          date: new Date(created_at),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .then((): SendResult => ({ how: 'sent' }), meaningOf);
    },
    close: () => transport.close(),
  };
};
