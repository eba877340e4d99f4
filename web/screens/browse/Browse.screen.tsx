import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { opportunityTypes, resultCountText } from '#contract/opportunity-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { browsePageSize, opportunityListQuery, pageFromParams } from '../../data/opportunities/opportunities.ts';
import { ApiError } from '../../lib/api.ts';
import { goBack, useLocation, useNavigate } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { cardGrid, OpportunityCard, OpportunityCardSkeleton } from '../../parts/opportunity/OpportunityCard.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/Card.tsx';
import { RemovableChip } from '../../ui/Chips.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { FilterFields } from './FilterFields.tsx';
import {
  activeFilterCount,
  type BrowseFilters,
  browseAddress,
  filtersFromParams,
  noFilters,
  switches,
  switchNames,
  toListFilters,
} from './filters.ts';

const FilterSheet = lazyWithRetry(() => import('./FilterSheet.tsx'));

/** State of the history entry of the open filter sheet, so that Back closes the sheet first. */
const sheetState = { filters: true };
const isSheetOpen = (state: unknown): boolean => (state as typeof sheetState | null)?.filters === true;

const Browse = () => {
  usePage('Yangi imkoniyatlar');
  const session = useSession();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const params = new URLSearchParams(search);
  const filters = filtersFromParams(params);
  const page = pageFromParams(params);
  const list = useQuery(opportunityListQuery(toListFilters(filters, page)));
  const { data } = list;
  const pages = data ? pageCount(data.count, browsePageSize) : 1;

  // For a page beyond the end, the first page gives the number of pages.
  const isPastEnd = page > 1 && list.error instanceof ApiError && list.error.status === 404;
  const first = useQuery({ ...opportunityListQuery(toListFilters(filters)), enabled: isPastEnd });
  const lastPage =
    isPastEnd && first.data && !first.isPlaceholderData ? browseAddress(filters, pageCount(first.data.count, browsePageSize)) : null;
  useEffect(() => {
    if (lastPage) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);

  const applyFilters = (next: BrowseFilters, replace = false) => navigate(browseAddress(next), { replace });
  const goToPage = (next: number) => {
    navigate(browseAddress(filters, next));
    window.scrollTo(0, 0);
  };
  const isFiltered = activeFilterCount(filters) > 0 || filters.search !== '';

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Yangi imkoniyatlar</PageTitle>
        {session?.user_type === 'organization' && (
          <LinkButton to="/organizer" variant="secondary">
            Tashkilot bo‘limi
          </LinkButton>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Imkoniyatlarni qidirish"
          placeholder="Imkoniyat yoki tashkilot nomi"
          value={filters.search}
          onSearch={(words) => applyFilters({ ...filters, search: words }, true)}
        />
        <Button
          variant="secondary"
          className="md:hidden"
          aria-haspopup="dialog"
          onClick={() => navigate(browseAddress(filters, page), { state: sheetState })}
        >
          <SlidersHorizontal aria-hidden="true" className="size-5" />
          Filtrlar{activeFilterCount(filters) > 0 && ` (${activeFilterCount(filters)})`}
        </Button>
      </div>
      <div className="hidden md:block">
        <FilterFields filters={filters} onChange={applyFilters} />
      </div>
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-2">
          {filters.search && (
            <RemovableChip onRemove={() => applyFilters({ ...filters, search: '' })}>{`“${filters.search}”`}</RemovableChip>
          )}
          {switchNames
            .filter((name) => filters[name])
            .map((name) => (
              <RemovableChip key={name} onRemove={() => applyFilters({ ...filters, [name]: false })}>
                {switches[name]}
              </RemovableChip>
            ))}
          {filters.opportunity_type.map((kind) => (
            <RemovableChip
              key={kind}
              onRemove={() => applyFilters({ ...filters, opportunity_type: filters.opportunity_type.filter((one) => one !== kind) })}
            >
              {opportunityTypes[kind]}
            </RemovableChip>
          ))}
          <Button variant="quiet" onClick={() => applyFilters(noFilters)}>
            Filtrlarni tozalash
          </Button>
        </div>
      )}
      <p role="status" className="min-h-6 text-muted">
        {data && (data.suggestion ? 'Shularni qidirdingizmi?' : `${resultCountText(data, filters.search)} ta imkoniyat topildi`)}
      </p>
      <div aria-busy={list.isFetching}>
        {list.error && !data && !isPastEnd ? (
          <LoadError error={list.error} onRetry={() => list.refetch()} />
        ) : !data ? (
          <div className={cardGrid}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <OpportunityCardSkeleton key={key} />
            ))}
          </div>
        ) : data.results.length === 0 ? (
          <EmptyState
            title="Hech narsa topilmadi"
            action={isFiltered ? <Button onClick={() => applyFilters(noFilters)}>Filtrlarni tozalash</Button> : undefined}
          >
            {isFiltered
              ? 'Bu shartlarga mos imkoniyat yo‘q. Qidiruv so‘zini yoki filtrlarni o‘zgartirib ko‘ring.'
              : 'Yangi imkoniyatlar tez orada shu yerda paydo bo‘ladi.'}
          </EmptyState>
        ) : (
          <ul className={cardGrid}>
            {data.results.map((item) => (
              <li key={item.id}>
                <OpportunityCard item={item} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && <Pager page={page} pages={pages} onPage={goToPage} />}
      {isSheetOpen(state) && (
        <Suspense>
          <FilterSheet filters={filters} onClose={goBack} onApply={(next) => navigate(browseAddress(next), { replace: true })} />
        </Suspense>
      )}
    </div>
  );
};
export default Browse;
