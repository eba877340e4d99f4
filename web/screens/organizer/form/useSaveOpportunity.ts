import { useRef, useState } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { useSaveReviewSettings } from '../../../data/review/criteria-and-charts.ts';
import { messageFor } from '../../../lib/api.ts';
import { toastError } from '../../../ui/toast.ts';
import {
  type ReviewCriteriaValues,
  removeUnsavedCriteria,
  reviewSettingsPayload,
  sameReviewCriteria,
  storeUnsavedCriteria,
} from './reviewCriteria.ts';
import { contentOf, type OpportunityValues } from './values.ts';

interface SavingOptions {
  /** As the server has it. */
  initial: OpportunityValues;
  item: OpportunityDetail | null;
  /** Typed before, when the opportunity was saved and this was not. */
  unjudged: ReviewCriteriaValues | null;
  onUnjudged(item: OpportunityDetail, values: OpportunityValues): void;
}

/**
 * One submit, two calls: the opportunity, then how it is judged. When the second fails the first stays, and only what
 * is not saved yet is sent again.
 */
export const useSaveOpportunity = ({ initial, item, unjudged, onUnjudged }: SavingOptions) => {
  const judge = useSaveReviewSettings();
  const saved = useRef(item && unjudged ? { item, content: contentOf(initial) } : null);
  const [isUnjudged, setUnjudged] = useState(unjudged !== null);

  /** @param saveOpportunity the first call, not made again for what was saved already */
  const save = async (values: OpportunityValues, saveOpportunity: () => Promise<OpportunityDetail>, hasFile: boolean) => {
    const content = contentOf(values);
    const known = !hasFile && saved.current?.content === content ? saved.current.item : null;
    const now = known ?? (await saveOpportunity());
    saved.current = { item: now, content };
    if (sameReviewCriteria(initial, values)) return now;
    try {
      await judge.mutateAsync({ id: now.id, body: reviewSettingsPayload(values) });
    } catch (error) {
      storeUnsavedCriteria(now.id, values);
      setUnjudged(true);
      toastError(messageFor(error), 'Baholash sozlamalari saqlanmadi');
      onUnjudged(now, values);
      throw error;
    }
    removeUnsavedCriteria(now.id);
    return now;
  };
  return { save, isUnjudged };
};
