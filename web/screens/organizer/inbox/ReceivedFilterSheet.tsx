import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { receivedQuery } from '../../../data/review/received-applications.ts';
import { FilterSheetFrame } from '../../../parts/FilterSheetFrame.tsx';
import { clearedFilter, type ListFilter, toReceivedFilter } from './listFilter.ts';
import { ReceivedFilters } from './ReceivedFilters.tsx';

interface ReceivedFilterSheetProps {
  values: ListFilter;
  events: [string, string][];
  pageSize: number;
  onApply(values: ListFilter): void;
  onClose(): void;
}

/** The filters of received applications on a phone. */
const ReceivedFilterSheet = ({ values, events, pageSize, onApply, onClose }: ReceivedFilterSheetProps) => {
  const [draft, setDraft] = useState(values);
  const { data, isPlaceholderData } = useQuery(receivedQuery({ ...toReceivedFilter(draft), page: 1, page_size: pageSize }));
  return (
    <FilterSheetFrame
      applyLabel={data ? `${resultCountText(data)} ta arizani ko‘rish` : 'Arizalarni ko‘rish'}
      counting={isPlaceholderData}
      onClear={() => setDraft({ ...draft, ...clearedFilter, search: draft.search })}
      onApply={() => onApply(draft)}
      onClose={onClose}
    >
      <ReceivedFilters values={draft} events={events} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
    </FilterSheetFrame>
  );
};
export default ReceivedFilterSheet;
