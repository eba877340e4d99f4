import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { receivedQuery } from '../../../data/review/received-applications.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { clearedFilter, type ListFilter, toReceivedFilter } from './listFilter.ts';
import { ReceivedFilters } from './ReceivedFilters.tsx';

/** Filters on a phone: chosen here, applied by the button that says how many there will be. */
const ReceivedFilterSheet = ({
  values,
  events,
  pageSize,
  onApply,
  onClose,
}: {
  values: ListFilter;
  events: [string, string][];
  pageSize: number;
  onApply(values: ListFilter): void;
  onClose(): void;
}) => {
  const [draft, setDraft] = useState(values);
  const { data, isPlaceholderData } = useQuery(receivedQuery({ ...toReceivedFilter(draft), page: 1, page_size: pageSize }));
  return (
    <Sheet
      open
      title="Filtrlar"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" className="px-3! grow-0!" onClick={() => setDraft({ ...draft, ...clearedFilter, search: draft.search })}>
            Tozalash
          </Button>
          <Button className="flex-1" aria-busy={isPlaceholderData} onClick={() => onApply(draft)}>
            {data ? `${resultCountText(data)} ta arizani ko‘rish` : 'Arizalarni ko‘rish'}
          </Button>
        </>
      }
    >
      <ReceivedFilters values={draft} events={events} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
    </Sheet>
  );
};
export default ReceivedFilterSheet;
