import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { formatShortDate } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import type { ReceivedFilter } from '../../../data/review/received-applications.ts';
import { parseIdParam } from '../shared/parseIdParam.ts';

/** The filter and the ordering in the address; a parameter that is missing has this value. */
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

/** Orderings of the list with their labels. */
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

const isStatus = (text: string): text is ApplicationStatus => Object.hasOwn(applicationStatuses, text);
const dayOrEmpty = (text: string): string => (isCalendarDate(text) ? text : '');

/** Replaces invalid values of a hand-typed address by the defaults. */
export const cleanFilter = (values: ListFilter): ListFilter => ({
  eventId: parseIdParam(values.eventId) ? values.eventId : 'all',
  status: isStatus(values.status) ? values.status : 'all',
  search: values.search.trim(),
  student_university: values.student_university.trim(),
  applied_after: dayOrEmpty(values.applied_after),
  applied_before: dayOrEmpty(values.applied_before),
  ordering: Object.hasOwn(orderings, values.ordering) ? values.ordering : defaultFilter.ordering,
});

/** The filter as the API takes it. */
export const toReceivedFilter = ({ eventId, status, ordering, ...words }: ListFilter): ReceivedFilter => ({
  ...(parseIdParam(eventId) ? { opportunity: parseIdParam(eventId) } : {}),
  ...(isStatus(status) ? { status: [status] } : {}),
  ...Object.fromEntries(Object.entries(words).filter(([, value]) => value !== '')),
  ordering: ordering as Ordering,
});

/** The active filters with the text of their chips; the ordering is not a filter. */
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
/** The default of every filter; the ordering stays as it is. */
export const clearedFilter: Omit<ListFilter, 'ordering'> = (({ ordering: _, ...rest }) => rest)(defaultFilter);
