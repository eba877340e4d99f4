import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { opportunityStatuses, resultCountText } from '#contract/opportunity-rules.ts';
import { pageCount } from '#contract/paging.ts';
import type { ListFilters } from '../../../data/opportunities/opportunities.ts';
import { ownOpportunitiesQuery, ownOpportunityFiguresQuery } from '../../../data/opportunities/own-opportunities.ts';
import { polling } from '../../../data/polling.ts';
import { useIsReviewer } from '../../../parts/account/useMemberRole.ts';
import { type PublicationChange, PublicationDialog } from '../../../parts/opportunity/PublishButtons.tsx';
import { StatCard, StatGrid } from '../../../parts/StatCard.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { editPermissionText } from '../shared/ReviewerNotice.tsx';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useLastPage } from '../shared/useLastPage.ts';
import { EventCard } from './EventCard.tsx';

const pageSize = 12;
const statuses = {
  all: 'Barchasi',
  published: opportunityStatuses.published,
  draft: opportunityStatuses.draft,
  archived: opportunityStatuses.archived,
};
const sorts = { recent: 'Eng yangilari', applications: 'Arizalar soni bo‘yicha', deadline: 'Muddati bo‘yicha' };
const eventOrderings = { recent: '-created_at', applications: '-application_count', deadline: 'application_deadline' } as const;
const defaultFilters = { status: 'all', sort: 'recent' };

const Events = () => {
  usePage('Tadbirlar');
  const client = useQueryClient();
  const isReviewer = useIsReviewer();
  const { values, page, set, setPage } = useAddressFilters(defaultFilters);
  const status = Object.hasOwn(statuses, values.status) ? values.status : 'all';
  const sort = Object.hasOwn(sorts, values.sort) ? (values.sort as keyof typeof eventOrderings) : 'recent';
  const filters: ListFilters = { ordering: eventOrderings[sort], page, page_size: pageSize };
  if (status !== 'all') filters.status = status;
  const list = useQuery({ ...ownOpportunitiesQuery(filters), ...polling });
  const figures = useQuery({ ...ownOpportunityFiguresQuery(), ...polling });
  const isPastEnd = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(ownOpportunitiesQuery({ ...filters, page: 1 })),
    setPage,
  });
  const [change, setChange] = useState<PublicationChange | null>(null);
  const loaded = isPastEnd ? undefined : list.data;

  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Tadbirlar</PageTitle>
        {!isReviewer && (
          <LinkButton to="/create">
            <CalendarPlus aria-hidden="true" className="size-5" />
            Yangi imkoniyat
          </LinkButton>
        )}
      </div>
      <StatGrid label="Tadbirlar bo‘yicha ko‘rsatkichlar">
        <StatCard label="Jami tadbirlar" value={figures.isError ? '–' : figures.data?.total} />
        <StatCard label="Faol tadbirlar" value={figures.isError ? '–' : figures.data?.active} />
        <StatCard label="Yopilgan tadbirlar" value={figures.isError ? '–' : figures.data?.closed} />
        <StatCard label="Jami arizalar" note="Bekor qilinganlarsiz" value={figures.isError ? '–' : figures.data?.total_applications} />
      </StatGrid>
      <div className="flex flex-wrap gap-3">
        <FilterSelect label="Holati" value={status} options={Object.entries(statuses)} onChange={(value) => set('status', value)} />
        <FilterSelect label="Tartib" value={sort} options={Object.entries(sorts)} onChange={(value) => set('sort', value)} />
      </div>
      <p role="status" className="text-sm text-muted">
        {loaded ? `${resultCountText(loaded)} ta tadbir` : ''}
      </p>
      {(list.isPending || isPastEnd) && (
        <div className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Yuklanmoqda...</span>
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} className="h-72" />
          ))}
        </div>
      )}
      {list.isError && !loaded && !isPastEnd && <LoadError error={list.error} onRetry={() => list.refetch()} />}
      {loaded?.count === 0 &&
        (status === 'all' ? (
          <EmptyState
            title="Sizda hali tadbirlar yo‘q"
            icon={<CalendarPlus aria-hidden="true" className="size-10" />}
            action={!isReviewer && <LinkButton to="/create">Imkoniyat yaratish</LinkButton>}
          >
            {isReviewer ? editPermissionText : 'Birinchi imkoniyatingizni yarating: talabalar uni topib, ariza topshiradi.'}
          </EmptyState>
        ) : (
          <EmptyState
            title="Bu holatda tadbir yo‘q"
            action={
              <Button variant="secondary" onClick={() => set('status', 'all')}>
                Barchasini ko‘rsatish
              </Button>
            }
          />
        ))}
      {loaded && loaded.count > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2" aria-busy={list.isFetching}>
          {loaded.results.map((item) => (
            <li key={item.id}>
              <EventCard item={item} onChange={setChange} />
            </li>
          ))}
        </ul>
      )}
      {loaded && <Pager page={page} pages={pageCount(loaded.count, pageSize)} onPage={setPage} />}
      <PublicationDialog change={change} onDone={() => setChange(null)} />
    </div>
  );
};
export default organizersOnly(Events);
