import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { studentCalls } from '#contract/student.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** Skills that match a search, 200 at most. */
export const availableSkillsQuery = (search: string) =>
  queryOptions({
    queryKey: ['skills', search],
    queryFn: ({ signal }) => ask(studentCalls.availableSkills, { query: { search, page_size: 200 }, signal }),
    staleTime: staleTimes.skills,
    placeholderData: keepPreviousData,
  });
