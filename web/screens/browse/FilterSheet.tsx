import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { opportunityListQuery } from '../../data/opportunities/opportunities.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { FilterFields } from './FilterFields.tsx';
import { type Filters, noFilters, toListFilters } from './filters.ts';

interface FilterSheetProps {
  filters: Filters;
  onApply(filters: Filters): void;
  onClose(): void;
}
/** Filters on a phone: chosen here, applied by the button that says how many results there will be. */
const FilterSheet = ({ filters, onApply, onClose }: FilterSheetProps) => {
  const [draft, setDraft] = useState(filters);
  const { data, isPlaceholderData } = useQuery(opportunityListQuery(toListFilters(draft)));
  return (
    <Sheet
      open
      title="Filtrlar"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" className="px-3! grow-0!" onClick={() => setDraft({ ...noFilters, search: draft.search })}>
            Tozalash
          </Button>
          <Button className="flex-1" aria-busy={isPlaceholderData} onClick={() => onApply(draft)}>
            {data ? `${resultCountText(data, draft.search)} ta natijani ko‘rsatish` : 'Natijalarni ko‘rsatish'}
          </Button>
        </>
      }
    >
      <FilterFields filters={draft} onChange={setDraft} />
    </Sheet>
  );
};
export default FilterSheet;
