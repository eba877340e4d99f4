import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { formatShortDate } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import type { ReceivedFilter } from '../../../data/review/received-applications.ts';

/** What narrows and orders the list, as the address holds it; what is as usual is not in it. */
export const defaultFilter = {
  eventId: 'all',
  status: 'all',
  search: '',
  student_university: '',
  applied_after: '',
  applied_before: '',
  ordering: '-applied_at',
};
export type ListFilter = typeof defaultFilter;

export const orderings = {
  '-applied_at': 'Avval yangi arizalar',
  applied_at: 'Avval eski arizalar',
  '-updated_at': 'Yaqinda o‘zgarganlari',
  updated_at: 'Uzoq o‘zgarmaganlari',
  status: 'Holati bo‘yicha',
  '-status': 'Holati bo‘yicha, teskari',
  '-score': 'Balli yuqorilari',
  score: 'Balli pastlari',
} as const;
export type Ordering = keyof typeof orderings;

/** What can be an id, and no more: the database's largest is 2^31 - 1. */
export const parseIdParam = (text: string | null): number | undefined =>
  text && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
const isStatus = (text: string): text is ApplicationStatus => Object.hasOwn(applicationStatuses, text);
const dayOf = (text: string): string => (isCalendarDate(text) ? text : '');

/** Whoever typed the address may have mistyped it: what cannot be is as usual. */
export const cleanFilter = (values: ListFilter): ListFilter => ({
  eventId: parseIdParam(values.eventId) ? values.eventId : 'all',
  status: isStatus(values.status) ? values.status : 'all',
  search: values.search.trim(),
  student_university: values.student_university.trim(),
  applied_after: dayOf(values.applied_after),
  applied_before: dayOf(values.applied_before),
  ordering: Object.hasOwn(orderings, values.ordering) ? values.ordering : defaultFilter.ordering,
});

/** In the words of the wire. */
export const toReceivedFilter = ({ eventId, status, ordering, ...words }: ListFilter): ReceivedFilter => ({
  ...(parseIdParam(eventId) ? { opportunity: parseIdParam(eventId) } : {}),
  ...(isStatus(status) ? { status: [status] } : {}),
  ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== '')),
  ordering: ordering as Ordering,
});

/** What is on, each as a chip says it; `off` takes it off again. The order is none of them. */
export const activeFilters = (values: ListFilter, eventTitle: string): { name: keyof ListFilter; text: string }[] => {
  const texts: Omit<ListFilter, 'ordering'> = {
    search: `“${values.search}”`,
    eventId: eventTitle,
    status: isStatus(values.status) ? applicationStatuses[values.status] : '',
    student_university: `Universitet: ${values.student_university}`,
    applied_after: `${formatShortDate(values.applied_after)} dan`,
    applied_before: `${formatShortDate(values.applied_before)} gacha`,
  };
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((name) => values[name] !== defaultFilter[name])
    .map((name) => ({ name, text: texts[name] }));
};
export const clearedFilter: Omit<ListFilter, 'ordering'> = (({ ordering: _, ...rest }) => rest)(defaultFilter);
