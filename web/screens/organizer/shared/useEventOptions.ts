import { useQuery } from '@tanstack/react-query';
import { ownOpportunitiesQuery } from '../../../data/opportunities/own-opportunities.ts';
import { parseIdParam } from '../inbox/listFilter.ts';

/** The organization's opportunities to choose from, newest first; the one asked for is among them, however old it is. */
export const useEventOptions = (asked: string) => {
  const { data } = useQuery(ownOpportunitiesQuery({ ordering: '-created_at', page_size: 100 }));
  const eventId = parseIdParam(asked);
  const options: [string, string][] = (data?.results ?? []).map(({ id, title }) => [`${id}`, title]);
  if (eventId && !options.some(([id]) => id === `${eventId}`)) options.unshift([`${eventId}`, `Tadbir №${eventId}`]);
  return { eventId, options: [['all', 'Barcha tadbirlar'], ...options] as [string, string][] };
};
