import { type OpportunityType, opportunityTypes } from '#contract/opportunity-rules.ts';
import { browsePageSize, type ListFilters } from '../../data/opportunities/opportunities.ts';

/** Filters of the list, stored in the address under the names of the call's query. */
export interface BrowseFilters {
  search: string;
  opportunity_type: OpportunityType[];
  is_remote: boolean;
  featured: boolean;
  is_active: boolean;
}

export const noFilters: BrowseFilters = { search: '', opportunity_type: [], is_remote: false, featured: false, is_active: false };

export const switches = {
  is_remote: 'Faqat masofaviy',
  featured: 'Tavsiya etilganlar',
  is_active: 'Faqat ochiq',
} as const;
export type Switch = keyof typeof switches;
export const switchNames = Object.keys(switches) as Switch[];

/** Reads filters from the address; unknown values are ignored. */
export const filtersFromParams = (params: URLSearchParams): BrowseFilters => ({
  search: params.get('search')?.trim() ?? '',
  opportunity_type: (params.get('opportunity_type') ?? '')
    .split(',')
    .filter((one): one is OpportunityType => Object.hasOwn(opportunityTypes, one)),
  is_remote: params.get('is_remote') === 'true',
  featured: params.get('featured') === 'true',
  is_active: params.get('is_active') === 'true',
});

/** The address of a filtered page, without filters that are off. */
export const browseAddress = (filters: BrowseFilters, page = 1): string => {
  const parts = [
    filters.search && `search=${encodeURIComponent(filters.search)}`,
    filters.opportunity_type.length > 0 && `opportunity_type=${filters.opportunity_type.join(',')}`,
    ...switchNames.map((name) => filters[name] && `${name}=true`),
    page > 1 && `page=${page}`,
  ].filter(Boolean);
  return parts.length > 0 ? `/?${parts.join('&')}` : '/';
};

/** The query of the opportunity list. */
export const toListFilters = (filters: BrowseFilters, page = 1): ListFilters => ({
  status: 'published',
  search: filters.search || undefined,
  opportunity_type: filters.opportunity_type.length > 0 ? filters.opportunity_type : undefined,
  is_remote: filters.is_remote || undefined,
  featured: filters.featured || undefined,
  is_active: filters.is_active || undefined,
  page,
  page_size: browsePageSize,
  ordering: '-created_at',
});

/** Number of active filters, without the search. */
export const activeFilterCount = (filters: BrowseFilters): number =>
  filters.opportunity_type.length + switchNames.filter((name) => filters[name]).length;
