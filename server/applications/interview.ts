import { createEvent } from 'ics';
import type { ApplicationDetail } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { checkLink, signedLink } from '../files/links.ts';
import type { Download } from '../http/download.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

interface Interview {
  id: number;
  status: ApplicationStatus;
  interview_at: string | null;
  interview_place: string | null;
}
/** Where an interview is still, or was once. */
const interviewed: readonly ApplicationStatus[] = ['interview_scheduled', 'accepted', 'rejected'];

const pathOf = (id: number) => `/api/applications/${id}/calendar/`;

/** The interview of an application as a reply shows it; null while no time is set. */
export const interviewOf = (
  deps: Pick<Deps, 'config' | 'now'>,
  { id, status, interview_at, interview_place }: Interview,
): ApplicationDetail['interview'] =>
  interview_at !== null && interviewed.includes(status)
    ? { at: interview_at, place: interview_place, calendar_url: signedLink(deps, pathOf(id)) }
    : null;

const minutesOf = (moment: string): [number, number, number, number, number] => {
  const at = new Date(moment);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
};

/** One line: a calendar has no other. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A calendar file of one event of an hour; the same interview keeps its UID, so that a new time replaces the old one. */
export const calendarOf = (
  interview: { id: number; title: string; organization_name: string; at: string; place: string | null; updated_at: string },
  host: string,
): string => {
  const { id, title, organization_name, at, place, updated_at } = interview;
  const { error, value } = createEvent({
    uid: `application-${id}-interview@${host}`,
    // Seconds since the first of 2026: grows with each change, as a calendar wants it.
    sequence: Math.max(0, Math.floor((Date.parse(updated_at) - Date.UTC(2026, 0, 1)) / 1000)),
    productId: 'Imkon',
    method: 'PUBLISH',
    title: oneLine(`Suhbat: ${title}`),
    description: oneLine(`${organization_name}. Imkoniyat: ${title}.`),
    ...(place === null ? {} : { location: oneLine(place) }),
    start: minutesOf(at),
    startInputType: 'utc',
    startOutputType: 'utc',
    duration: { hours: 1 },
    status: 'CONFIRMED',
    busyStatus: 'BUSY',
    created: minutesOf(updated_at),
    lastModified: minutesOf(updated_at),
  });
  if (error || value === null) throw error ?? new Error('no calendar file');
  return value;
};

/** The interview as a calendar file, for whoever has the link. @throws Refusal link_expired, not_found when there is none */
export const openCalendar = async (
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  id: number,
  link: { until?: string | undefined; sig?: string | undefined },
): Promise<Download> => {
  checkLink(deps, pathOf(id), link);
  const row = await deps.db
    .selectFrom('applications as a')
    .innerJoin('opportunities as o', 'o.id', 'a.opportunity_id')
    .innerJoin('organizations as g', 'g.id', 'o.organization_id')
    .select(['a.id', 'a.status', 'a.interview_at', 'a.interview_place', 'a.updated_at', 'o.title', 'g.name as organization_name'])
    .where('a.id', '=', id)
    .executeTakeFirst();
  const interview = row && interviewOf(deps, row as Interview);
  if (!interview) throw new Refusal('not_found');
  const { title, organization_name, updated_at } = row;
  const host = new URL(deps.config.publicUrl ?? 'http://imkon.local').hostname;
  const text = calendarOf({ id, title, organization_name, updated_at: String(updated_at), at: interview.at, place: interview.place }, host);
  return { name: 'suhbat.ics', body: Buffer.from(text) };
};
