import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { opportunityListQuery } from '../../data/opportunities/opportunities.ts';
import { FilterSheetFrame } from '../../parts/FilterSheetFrame.tsx';
import { FilterFields } from './FilterFields.tsx';
import { type BrowseFilters, noFilters, toListFilters } from './filters.ts';

interface FilterSheetProps {
  filters: BrowseFilters;
  onApply(filters: BrowseFilters): void;
  onClose(): void;
}
/** Filters on a phone, applied by a button that shows the number of results. */
const FilterSheet = ({ filters, onApply, onClose }: FilterSheetProps) => {
  const [draft, setDraft] = useState(filters);
  const { data, isPlaceholderData } = useQuery(opportunityListQuery(toListFilters(draft)));
  return (
    <FilterSheetFrame
      applyLabel={data ? `${resultCountText(data, draft.search)} ta natijani ko‘rsatish` : 'Natijalarni ko‘rsatish'}
      counting={isPlaceholderData}
      onClear={() => setDraft({ ...noFilters, search: draft.search })}
      onApply={() => onApply(draft)}
      onClose={onClose}
    >
      <FilterFields filters={draft} onChange={setDraft} />
    </FilterSheetFrame>
  );
};
export default FilterSheet;
