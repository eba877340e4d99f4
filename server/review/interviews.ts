import { createEvent } from 'ics';
import { sql } from 'kysely';
import type { ApplicationDetail } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { assertValidLink, isValidLink, signedLink } from '../files/signedLinks.ts';
import type { Download } from '../http/download.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type ApplicantIdentity, anonymizer, applicantIdentities } from './anonymize.ts';

interface Interview {
  id: number;
  status: ApplicationStatus;
  interview_at: string | null;
  interview_place: string | null;
}
/** Statuses in which an interview is shown. */
const interviewStatuses: readonly ApplicationStatus[] = ['interview_scheduled', 'accepted', 'rejected'];

const calendarPath = (id: number) => `/api/applications/${id}/calendar/`;

/**
 * The interview of an application as a reply shows it; null while no time is set.
 * @param holder whom the calendar link is for; the student's link is not anonymized
 */
export const interviewDetails = (
  deps: Pick<Deps, 'config' | 'now'>,
  { id, status, interview_at, interview_place }: Interview,
  holder?: 'student',
): ApplicationDetail['interview'] =>
  interview_at !== null && interviewStatuses.includes(status)
    ? { at: interview_at, place: interview_place, calendar_url: signedLink(deps, calendarPath(id), holder) }
    : null;

/** Year, month, day, hour and minute in UTC. */
const utcParts = (moment: string): [number, number, number, number, number] => {
  const at = new Date(moment);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
};

/** Collapses white space: calendar fields have one line. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * An iCalendar file with one event of one hour. The UID is stable for an application, so that a new time replaces the old one.
 * @param interview `at` and `updated_at` are ISO 8601
 */
export const createCalendar = (
  interview: { id: number; title: string; organization_name: string; at: string; place: string | null; updated_at: string },
  host: string,
): string => {
  const { id, title, organization_name, at, place, updated_at } = interview;
  const { error, value } = createEvent({
    uid: `application-${id}-interview@${host}`,
    // Seconds since 1 January 2026: calendars require a sequence that grows with each change.
    sequence: Math.max(0, Math.floor((Date.parse(updated_at) - Date.UTC(2026, 0, 1)) / 1000)),
    productId: 'Imkon',
    method: 'PUBLISH',
    title: oneLine(`Suhbat: ${title}`),
    description: oneLine(`${organization_name}. Imkoniyat: ${title}.`),
    ...(place === null ? {} : { location: oneLine(place) }),
    start: utcParts(at),
    startInputType: 'utc',
    startOutputType: 'utc',
    duration: { hours: 1 },
    status: 'CONFIRMED',
    busyStatus: 'BUSY',
    created: utcParts(updated_at),
    lastModified: utcParts(updated_at),
  });
  if (error || value === null) throw error ?? new Error('no calendar file');
  return value;
};

/** The interview as a calendar file, for anyone with the signed link. @throws Refusal link_expired, not_found without an interview */
export const openCalendar = async (
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  id: number,
  link: { until?: string | undefined; sig?: string | undefined },
): Promise<Download> => {
  const isStudentLink = isValidLink(deps, calendarPath(id), link, 'student');
  if (!isStudentLink) assertValidLink(deps, calendarPath(id), link);
  const { rows } = await sql<
    Interview & { updated_at: string; title: string; organization_name: string; is_blind: boolean; people: ApplicantIdentity[] }
  >`
    select a.id, a.status, a.interview_at, a.interview_place, a.updated_at, o.title, g.name as organization_name, o.blind_review as is_blind,
      ${applicantIdentities} as people
    from applications a join opportunities o on o.id = a.opportunity_id join organizations g on g.id = a.organization_id
    left join users u on u.id = a.student_id left join students s on s.user_id = a.student_id
    where a.id = ${id}`.execute(deps.db);
  const row = rows[0];
  const interview = row && interviewDetails(deps, row);
  if (!interview) throw new Refusal('not_found');
  const { title, organization_name, updated_at, is_blind } = row;
  const place = interview.place && is_blind && !isStudentLink ? anonymizer(row.people)(interview.place) : interview.place;
  const host = new URL(deps.config.publicUrl ?? 'http://imkon.local').hostname;
  const text = createCalendar({ id, title, organization_name, updated_at, at: interview.at, place }, host);
  return { name: 'suhbat.ics', body: Buffer.from(text) };
};
