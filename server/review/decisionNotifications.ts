import { sql } from 'kysely';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import type { Deps } from '../http/serve.ts';
import { type NotificationDraft, notify } from '../outbox/notify.ts';

interface Subject {
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

const interviewLines = ({ interview_at, interview_place }: Subject): string =>
  [
    interview_at
      ? `Vaqti: ${formatDate(interview_at, { weekday: true })}, ${formatDate(interview_at, { time: true }).slice(-5)} (Toshkent vaqti)`
      : 'Vaqti alohida xabar qilinadi.',
    interview_place && `Joyi: ${interview_place}`,
  ]
    .filter(Boolean)
    .join('\n');

/** What an applicant is told of a step; a step back to review is no answer and is not told. */
const texts: Partial<Record<ApplicationStatus, (subject: Subject) => { title: string; said: string }>> = {
  accepted: ({ title, organization_name }) => ({
    title: 'Arizangiz qabul qilindi',
    said: `Tabriklaymiz! ${organization_name} “${title}” bo‘yicha arizangizni qabul qildi.`,
  }),
  rejected: ({ title, organization_name }) => ({
    title: 'Arizangiz bo‘yicha qaror chiqdi',
    said: `Afsuski, ${organization_name} “${title}” bo‘yicha arizangizni bu safar qabul qila olmadi. Qiziqishingiz uchun rahmat, boshqa imkoniyatlarda omad tilaymiz.`,
  }),
  interview_scheduled: (subject) => ({
    title: 'Siz suhbatga taklif qilindingiz',
    said: `${subject.organization_name} “${subject.title}” bo‘yicha arizangizni ko‘rib chiqdi va sizni suhbatga taklif qiladi.\n\n${interviewLines(subject)}`,
  }),
};

/** What is said about one application. */
const saying = (subject: Subject, to: ApplicationStatus, reason: string | null): NotificationDraft[] => {
  const found = texts[to]?.(subject);
  if (!found) return [];
  const { id, student_id, first_name, opportunity_id, organization_id } = subject;
  const why = reason ? `\n\nTashkilot izohi: ${reason}` : '';
  return [
    {
      user_id: student_id,
      kind: 'decision',
      title: found.title,
      text: `Assalomu alaykum, ${first_name}!\n\n${found.said}${why}`,
      organization_id,
      application_id: id,
      opportunity_id,
    },
  ];
};

/** Tells the applicants of a decision once it can no longer be undone; in the transaction of the decision. */
export const notifyDecided = async (
  trx: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  { id, ids, to, reason }: { id: number; ids: readonly number[]; to: ApplicationStatus; reason: string | null },
): Promise<void> => {
  if (!texts[to]) return;
  const { rows } = await sql<Subject>`
    select a.id, a.student_id, u.first_name, o.id as opportunity_id, o.title, g.id as organization_id, g.name as organization_name,
      a.interview_at, a.interview_place
    from applications a join users u on u.id = a.student_id join opportunities o on o.id = a.opportunity_id
    join organizations g on g.id = a.organization_id
    where a.id = any(${ids}) order by a.id`.execute(trx);
  const due = new Date(deps.now().getTime() + undoMinutes * 60_000);
  await notify(
    trx,
    deps,
    rows.flatMap((row) => saying(row, to, reason)),
    { due, decision_id: id },
  );
};
