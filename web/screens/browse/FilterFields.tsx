import { opportunityTypes } from '#contract/opportunity-rules.ts';
import { ToggleChips } from '../../ui/Chips.tsx';
import { type BrowseFilters, type Switch, switches, switchNames } from './filters.ts';

export const FilterFields = ({ filters, onChange }: { filters: BrowseFilters; onChange(filters: BrowseFilters): void }) => (
  <div className="space-y-4">
    <ToggleChips
      label="Ko‘rsatish"
      options={switches}
      chosen={switchNames.filter((name) => filters[name])}
      onChange={(chosen) => {
        const on = (name: Switch) => chosen.includes(name);
        onChange({ ...filters, is_remote: on('is_remote'), featured: on('featured'), is_active: on('is_active') });
      }}
    />
    <ToggleChips
      label="Yo‘nalish"
      options={opportunityTypes}
      chosen={filters.opportunity_type}
      onChange={(chosen) => onChange({ ...filters, opportunity_type: chosen as BrowseFilters['opportunity_type'] })}
    />
  </div>
);
