import { sql } from 'kysely';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';
import { type NotificationDraft, notify } from '../outbox/notify.ts';

interface DecidedApplication {
  id: number;
  student_id: number;
  first_name: string;
  opportunity_id: number;
  title: string;
  organization_id: number;
  organization_name: string;
  interview_at: string | null;
  interview_place: string | null;
}

const interviewLines = ({ interview_at, interview_place }: DecidedApplication): string =>
  [
    interview_at
      ? `Vaqti: ${formatDate(interview_at, { weekday: true })}, ${formatDate(interview_at, { time: true }).slice(-5)} (Toshkent vaqti)`
      : 'Vaqti alohida xabar qilinadi.',
    interview_place && `Joyi: ${interview_place}`,
  ]
    .filter(Boolean)
    .join('\n');

/** Title and body by status. A status without a text, such as a return to review, sends no notification. */
const texts: Partial<Record<ApplicationStatus, (application: DecidedApplication) => { title: string; body: string }>> = {
  accepted: ({ title, organization_name }) => ({
    title: 'Arizangiz qabul qilindi',
    body: `Tabriklaymiz! ${organization_name} “${title}” bo‘yicha arizangizni qabul qildi.`,
  }),
  rejected: ({ title, organization_name }) => ({
    title: 'Arizangiz bo‘yicha qaror chiqdi',
    body: `Afsuski, ${organization_name} “${title}” bo‘yicha arizangizni bu safar qabul qila olmadi. Qiziqishingiz uchun rahmat, boshqa imkoniyatlarda omad tilaymiz.`,
  }),
  interview_scheduled: (application) => ({
    title: 'Siz suhbatga taklif qilindingiz',
    body: `${application.organization_name} “${application.title}” bo‘yicha arizangizni ko‘rib chiqdi va sizni suhbatga taklif qiladi.\n\n${interviewLines(application)}`,
  }),
};

/** The notification of one decided application. */
const decisionNotification = (application: DecidedApplication, to: ApplicationStatus, reason: string | null): NotificationDraft[] => {
  const content = texts[to]?.(application);
  if (!content) return [];
  const { id, student_id, first_name, opportunity_id, organization_id } = application;
  const reasonLine = reason ? `\n\nTashkilot izohi: ${reason}` : '';
  return [
    {
      user_id: student_id,
      kind: 'decision',
      title: content.title,
      text: `Assalomu alaykum, ${first_name}!\n\n${content.body}${reasonLine}`,
      organization_id,
      application_id: id,
      opportunity_id,
    },
  ];
};

/**
 * Queues the notifications of a decision in its transaction; they are sent when it can no longer be undone.
 * @param id the decision
 * @param ids the applications it changed
 */
export const notifyDecided = async (
  trx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  { id, ids, to, reason }: { id: number; ids: readonly number[]; to: ApplicationStatus; reason: string | null },
): Promise<void> => {
  if (!texts[to]) return;
  const { rows } = await sql<DecidedApplication>`
    select a.id, a.student_id, u.first_name, o.id as opportunity_id, o.title, g.id as organization_id, g.name as organization_name,
      a.interview_at, a.interview_place
    from applications a join users u on u.id = a.student_id join opportunities o on o.id = a.opportunity_id
    join organizations g on g.id = a.organization_id
    where a.id = any(${ids}) order by a.id`.execute(trx);
  const due = new Date(deps.now().getTime() + undoMinutes * 60_000);
  await notify(
    trx,
    deps,
    rows.flatMap((row) => decisionNotification(row, to, reason)),
    { due, decision_id: id },
  );
};
