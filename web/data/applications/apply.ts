import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';
import { removeIdempotencyKey, storedIdempotencyKey } from '../../lib/storedIdempotencyKey.ts';
import { refreshApplications } from './refresh.ts';

/**
 * Sends an application. Every attempt with the same content has the same idempotency key, after a reload too; without
 * it the database would still accept only one application per student.
 */
export const useApply = (opportunity: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Record<string, unknown>) => {
      const body = Object.keys(answers).length > 0 ? { opportunity, answers } : { opportunity };
      return ask(applicationCalls.apply, { body, idempotencyKey: storedIdempotencyKey(String(opportunity), body) });
    },
    onSuccess: () => {
      removeIdempotencyKey(String(opportunity));
      // Not awaited: the form closes at once.
      refreshApplications(client);
    },
  });
};
