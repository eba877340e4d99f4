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
import { comparableContent, type OpportunityValues } from './values.ts';

interface SaveOptions {
  /** As the server has it. */
  initial: OpportunityValues;
  item: OpportunityDetail | null;
  /** Review criteria of an earlier submit that saved only the opportunity. */
  unsavedCriteria: ReviewCriteriaValues | null;
  onCriteriaFailed(item: OpportunityDetail, values: OpportunityValues): void;
}

/**
 * One submit, two calls: the opportunity, then its review criteria. When the second call fails, the opportunity stays
 * saved and the next submit sends only what is not saved yet.
 */
export const useSaveOpportunity = ({ initial, item, unsavedCriteria, onCriteriaFailed }: SaveOptions) => {
  const saveSettings = useSaveReviewSettings();
  const lastSaved = useRef(item && unsavedCriteria ? { item, content: comparableContent(initial) } : null);
  const [hasUnsavedCriteria, setUnsavedCriteria] = useState(unsavedCriteria !== null);

  /** @param saveOpportunity the first call; skipped when the content was saved by an earlier submit */
  const save = async (values: OpportunityValues, saveOpportunity: () => Promise<OpportunityDetail>, hasFile: boolean) => {
    const content = comparableContent(values);
    const unchanged = !hasFile && lastSaved.current?.content === content ? lastSaved.current.item : null;
    const saved = unchanged ?? (await saveOpportunity());
    lastSaved.current = { item: saved, content };
    if (sameReviewCriteria(initial, values)) return saved;
    try {
      await saveSettings.mutateAsync({ id: saved.id, body: reviewSettingsPayload(values) });
    } catch (error) {
      storeUnsavedCriteria(saved.id, values);
      setUnsavedCriteria(true);
      toastError(messageFor(error), 'Baholash sozlamalari saqlanmadi');
      onCriteriaFailed(saved, values);
      throw error;
    }
    removeUnsavedCriteria(saved.id);
    return saved;
  };
  return { save, hasUnsavedCriteria };
};
