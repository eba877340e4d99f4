import { removeDetachedFiles } from './files/removal.ts';
import { sweepFiles } from './files/sweep.ts';
import { deleteExpiredReplies } from './http/idempotency.ts';
import type { Deps } from './http/serve.ts';
import type { Jobs } from './jobs/jobs.ts';
import { refreshAllResponseRates } from './organizations/responseRates.ts';
import { sendDueMails } from './outbox/delivery.ts';
import type { Mailer } from './outbox/mailer.ts';

/** Seconds from the end of one run of the mail job to the start of the next. */
const mailSeconds = 5;

/**
 * Schedules every background job, one line each. Times are UTC (22:20 is 03:20 in Tashkent); each job also runs once now.
 * @param mailer null without SMTP_URL: no mail is sent
 */
export const scheduleJobs = async (jobs: Jobs, deps: Pick<Deps, 'db' | 'now' | 'storage'>, mailer: Mailer | null): Promise<void> => {
  const { db, now } = deps;
  await jobs.schedule('sweep-files', '20 22 * * *', () => sweepFiles(deps));
  await jobs.schedule('remove-detached-files', '10 * * * *', () => removeDetachedFiles(deps));
  await jobs.schedule('delete-expired-replies', '40 22 * * *', () => deleteExpiredReplies(deps));
  await jobs.schedule('refresh-response-rates', '0 * * * *', () => refreshAllResponseRates(db, now()));
  if (mailer)
    await jobs.schedule('send-mail', '* * * * *', ({ signal }) => sendDueMails(deps, mailer, signal), { repeatSeconds: mailSeconds });
  else await jobs.remove('send-mail');
  // The mail job had this name in earlier releases.
  await jobs.remove('outbox');
};
