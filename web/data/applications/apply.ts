import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../../lib/api.ts';
import { removeIdempotencyKey, storedIdempotencyKey } from '../../lib/storedIdempotencyKey.ts';
import { refreshApplications } from './refresh.ts';

/**
 * Sends an application; every try of the same content carries the same key, after a reload too. Were the
 * key lost, the database would still hold one application per student.
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
      // Not waited for: the form closes at once.
      refreshApplications(client);
    },
  });
};
