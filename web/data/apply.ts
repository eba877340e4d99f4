import { useMutation, useQueryClient } from '@tanstack/react-query';
import { applicationCalls } from '#contract/application.ts';
import { ask } from '../lib/api.ts';
import { newKey } from '../lib/intention.ts';
import { forget, keep, kept } from '../lib/kept.ts';
import { refreshApplications } from './applications.ts';

/**
 * One intention to apply: the key under which it is sent stays the same after a lost answer, a reload included,
 * so that there is one application.
 */
const keyOf = (opportunity: number) => `apply-key:${opportunity}`;

/** The key of this intention: kept while what is sent stays the same, new when it changes. */
const intentionKey = (opportunity: number, body: unknown): string => {
  const sent = JSON.stringify(body);
  try {
    const before = JSON.parse(kept(keyOf(opportunity)) ?? 'null') as { key: string; sent: string } | null;
    if (before?.sent === sent) return before.key;
  } catch {
    // Unreadable: a new intention.
  }
  const key = newKey();
  // Not kept, the database still holds one application per student.
  keep(keyOf(opportunity), JSON.stringify({ key, sent }));
  return key;
};

/** Sends an application; every try of the same content carries the same key. */
export const useApply = (opportunity: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Record<string, unknown>) => {
      const body = Object.keys(answers).length > 0 ? { opportunity, answers } : { opportunity };
      return ask(applicationCalls.apply, { body, idempotencyKey: intentionKey(opportunity, body) });
    },
    onSuccess: () => {
      forget(keyOf(opportunity));
      // Not waited for: the form closes at once.
      refreshApplications(client);
    },
  });
};
