import { useQuery } from '@tanstack/react-query';
import { ownOpportunitiesQuery } from '../../../data/opportunities/own-opportunities.ts';

/**
 * Options of an opportunity filter: all, then the organization's newest 100. The chosen one is added when it is older.
 * @param title of the chosen opportunity, when the screen knows it
 */
export const useEventOptions = (eventId: number | undefined, title?: string): [value: string, text: string][] => {
  const { data } = useQuery(ownOpportunitiesQuery({ ordering: '-created_at', page_size: 100 }));
  const options: [string, string][] = (data?.results ?? []).map((item) => [`${item.id}`, item.title]);
  if (eventId && !options.some(([id]) => id === `${eventId}`)) options.unshift([`${eventId}`, title ?? `Tadbir №${eventId}`]);
  return [['all', 'Barcha tadbirlar'], ...options];
};
