import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/call.ts';
import { memberCalls } from '#contract/member.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { studentCalls } from '#contract/student.ts';
import { ask } from '../../lib/api.ts';
import { staleTimes } from '../client.ts';

/** Students who applied to the organization or accepted its invitation. */
export const organizationStudentsQuery = (search: string, page: number, page_size: number) =>
  queryOptions({
    queryKey: ['organization', 'students', { search, page, page_size }],
    queryFn: ({ signal }) => ask(memberCalls.students, { query: { ...(search ? { search } : {}), page, page_size }, signal }),
    staleTime: staleTimes.list,
    placeholderData: keepPreviousData,
  });

/** Numbers of the organization's students. */
export const studentFiguresQuery = () =>
  queryOptions({
    queryKey: ['organization', 'students', 'figures'],
    queryFn: ({ signal }) => ask(memberCalls.studentStats, { signal }),
    staleTime: staleTimes.list,
  });

/** The part of a student's profile the organization may see. */
export const studentCardQuery = (student_id: number) =>
  queryOptions({
    queryKey: ['organization', 'students', 'card', student_id],
    queryFn: ({ signal }) => ask(studentCalls.card, { params: { student_id }, signal }),
    staleTime: staleTimes.detail,
  });

/** Opportunities students can be invited to: drafts and published ones before their deadline, newest first. */
export const invitableQuery = () =>
  queryOptions({
    queryKey: ['organization', 'opportunities', 'invitable'],
    queryFn: async ({ signal }) => {
      const status = ['draft' as const, 'published' as const];
      const { results } = await ask(opportunityCalls.list, {
        query: { scope: 'mine', status, ordering: '-created_at', page_size: 100 },
        signal,
      });
      return results.filter((item) => !item.is_deadline_passed);
    },
    staleTime: staleTimes.list,
  });

/** Invites students by e-mail to an opportunity. */
export const useInviteStudents = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BodyInput<typeof memberCalls.inviteStudents>; idempotencyKey: string }) =>
      ask(memberCalls.inviteStudents, { body, idempotencyKey }),
    onSettled: () => client.invalidateQueries({ queryKey: ['organization', 'students'] }),
  });
};
