import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { foundNumber, opportunityTypes } from '#contract/opportunity-rules.ts';
import { pagesOf } from '#contract/paging.ts';
import { browsePageSize, opportunityListQuery, pageOf } from '../../data/opportunities/opportunities.ts';
import { ApiError } from '../../lib/api.ts';
import { goBack, useLocation, useNavigate } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { cardGrid, OpportunityCard, OpportunityCardSkeleton } from '../../parts/opportunity/OpportunityCard.tsx';
import { Failure } from '../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/Card.tsx';
import { RemovableChip } from '../../ui/Chips.tsx';
import { late } from '../../ui/lazyWithRetry.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { FilterFields } from './FilterFields.tsx';
import { addressOf, countOf, type Filters, filtersOf, noFilters, queryOf, switches, switchNames } from './filters.ts';

const FilterSheet = late(() => import('./FilterSheet.tsx'));

/** The state of the history entry that the open sheet stands on: Back closes the sheet first. */
const sheetState = { filters: true };
const isSheetOpen = (state: unknown): boolean => (state as typeof sheetState | null)?.filters === true;

const Browse = () => {
  usePage('Yangi imkoniyatlar');
  const session = useSession();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const params = new URLSearchParams(search);
  const filters = filtersOf(params);
  const page = pageOf(params);
  const list = useQuery(opportunityListQuery(queryOf(filters, page)));
  const { data } = list;
  const pages = data ? pagesOf(data.count, browsePageSize) : 1;

  // A page that no longer exists: the first page knows how many there are.
  const isPastEnd = page > 1 && list.error instanceof ApiError && list.error.status === 404;
  const first = useQuery({ ...opportunityListQuery(queryOf(filters)), enabled: isPastEnd });
  const lastPage =
    isPastEnd && first.data && !first.isPlaceholderData ? addressOf(filters, pagesOf(first.data.count, browsePageSize)) : null;
  useEffect(() => {
    if (lastPage) navigate(lastPage, { replace: true });
  }, [lastPage, navigate]);

  const narrow = (next: Filters, replace = false) => navigate(addressOf(next), { replace });
  const turnTo = (next: number) => {
    navigate(addressOf(filters, next));
    window.scrollTo(0, 0);
  };
  const isNarrowed = countOf(filters) > 0 || filters.search !== '';

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Yangi imkoniyatlar</PageTitle>
        {session?.user_type === 'organization' && (
          <LinkButton to="/organizer" look="secondary">
            Tashkilot bo‘limi
          </LinkButton>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Imkoniyatlarni qidirish"
          placeholder="Imkoniyat yoki tashkilot nomi"
          value={filters.search}
          onSearch={(words) => narrow({ ...filters, search: words }, true)}
        />
        <Button
          look="secondary"
          className="md:hidden"
          aria-haspopup="dialog"
          onClick={() => navigate(addressOf(filters, page), { state: sheetState })}
        >
          <SlidersHorizontal aria-hidden="true" className="size-5" />
          Filtrlar{countOf(filters) > 0 && ` (${countOf(filters)})`}
        </Button>
      </div>
      <div className="hidden md:block">
        <FilterFields filters={filters} onChange={narrow} />
      </div>
      {isNarrowed && (
        <div className="flex flex-wrap items-center gap-2">
          {filters.search && <RemovableChip onRemove={() => narrow({ ...filters, search: '' })}>{`“${filters.search}”`}</RemovableChip>}
          {switchNames
            .filter((name) => filters[name])
            .map((name) => (
              <RemovableChip key={name} onRemove={() => narrow({ ...filters, [name]: false })}>
                {switches[name]}
              </RemovableChip>
            ))}
          {filters.opportunity_type.map((kind) => (
            <RemovableChip
              key={kind}
              onRemove={() => narrow({ ...filters, opportunity_type: filters.opportunity_type.filter((one) => one !== kind) })}
            >
              {opportunityTypes[kind]}
            </RemovableChip>
          ))}
          <Button look="quiet" onClick={() => narrow(noFilters)}>
            Filtrlarni tozalash
          </Button>
        </div>
      )}
      <p role="status" className="min-h-6 text-muted">
        {data && (data.suggestion ? 'Shularni qidirdingizmi?' : `${foundNumber(data, filters.search)} ta imkoniyat topildi`)}
      </p>
      <div aria-busy={list.isFetching}>
        {list.error && !data && !isPastEnd ? (
          <Failure error={list.error} onRetry={() => list.refetch()} />
        ) : !data ? (
          <div className={cardGrid}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <OpportunityCardSkeleton key={key} />
            ))}
          </div>
        ) : data.results.length === 0 ? (
          <EmptyState
            title="Hech narsa topilmadi"
            action={isNarrowed ? <Button onClick={() => narrow(noFilters)}>Filtrlarni tozalash</Button> : undefined}
          >
            {isNarrowed
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
      {data && <Pager page={page} pages={pages} onPage={turnTo} />}
      {isSheetOpen(state) && (
        <Suspense>
          <FilterSheet filters={filters} onClose={goBack} onApply={(next) => navigate(addressOf(next), { replace: true })} />
        </Suspense>
      )}
    </div>
  );
};
export default Browse;
