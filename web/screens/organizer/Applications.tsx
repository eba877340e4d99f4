import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import { applicationStatuses } from '#contract/application-rules.ts';
import { foundNumber } from '#contract/opportunity-rules.ts';
import { pagesOf } from '#contract/paging.ts';
import { ownOpportunitiesQuery } from '../../data/own-opportunities.ts';
import { receivedFiguresQuery, receivedQuery } from '../../data/received-applications.ts';
import { useSearchParams } from '../../lib/router.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { StatCard, StatGrid } from '../../parts/StatCard.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../ui/Card.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { type Deciding, DecisionSheet } from './DecisionSheet.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { organizersOnly } from './OrganizersOnly.tsx';
import { ReceivedCard, ReceivedHead } from './ReceivedCard.tsx';
import { useFilters } from './useFilters.ts';
import { useLastPage } from './useLastPage.ts';

const ApplicantDialog = lazy(() => import('./ApplicantDialog.tsx'));

const pageSize = 20;
const statuses = { all: 'Barchasi', ...applicationStatuses };
const usual = { eventId: 'all', status: 'all' };
const idOf = (text: string | null): number | undefined => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);

/** The applicant being looked at stands in the address, so that Back closes the dialog first. */
const useOpened = () => {
  const [params, setParams] = useSearchParams();
  const put = (id: number | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('application');
    else next.set('application', String(id));
    setParams(next, { replace: id === null });
  };
  return { opened: idOf(params.get('application')), open: (id: number) => put(id), close: () => put(null) };
};

/** The organization's opportunities to choose from; the one in the address is among them, however old it is. */
const useEventOptions = (eventId: number | undefined, sample: ReceivedApplication | undefined): [string, string][] => {
  const { data } = useQuery(ownOpportunitiesQuery({ ordering: '-created_at', page_size: 100 }));
  const options: [string, string][] = (data?.results ?? []).map(({ id, title }) => [`${id}`, title]);
  if (eventId && !options.some(([id]) => id === `${eventId}`))
    options.unshift([`${eventId}`, sample?.opportunity === eventId ? sample.opportunity_title : `Tadbir №${eventId}`]);
  return [['all', 'Barcha tadbirlar'], ...options];
};

const Applications = () => {
  usePage('Arizalar');
  const client = useQueryClient();
  const { values, page, set, setPage } = useFilters(usual);
  const eventId = idOf(values.eventId);
  const status = values.status in statuses ? values.status : 'all';
  const { opened, open, close } = useOpened();
  const [deciding, setDeciding] = useState<Deciding | null>(null);

  const filter = {
    ...(eventId ? { opportunity: eventId } : {}),
    ...(status === 'all' ? {} : { status }),
    ordering: '-applied_at',
  } as const;
  const filters = { ...filter, page, page_size: pageSize };
  const list = useQuery(receivedQuery(filters));
  const { data: figures, isError: noFigures } = useQuery(receivedFiguresQuery(eventId));
  const past = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(receivedQuery({ ...filters, page: 1 })),
    setPage,
  });
  const found = past ? undefined : list.data;
  const events = useEventOptions(eventId, found?.results[0]);

  return (
    <div className="space-y-6">
      <PageTitle>Arizalar</PageTitle>
      <StatGrid label="Arizalar bo‘yicha ko‘rsatkichlar">
        <StatCard label="Jami arizalar" value={noFigures ? '–' : figures?.total} />
        <StatCard label="Jarayonda" value={noFigures ? '–' : figures?.in_progress} />
        <StatCard label="Qabul qilingan" value={noFigures ? '–' : figures?.accepted} />
        <StatCard label="Yopilgan" value={noFigures ? '–' : figures?.closed} />
      </StatGrid>
      <div className="flex flex-wrap gap-3">
        <FilterSelect label="Tadbir" value={eventId ? `${eventId}` : 'all'} options={events} onChange={(value) => set('eventId', value)} />
        <FilterSelect label="Holati" value={status} options={Object.entries(statuses)} onChange={(value) => set('status', value)} />
      </div>
      <p role="status" className="text-sm text-muted">
        {found ? `${foundNumber(found)} ta ariza` : ''}
      </p>
      {(list.isPending || past) && (
        <div className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Yuklanmoqda...</span>
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} className="h-64" />
          ))}
        </div>
      )}
      {list.isError && !past && <Failure error={list.error} onRetry={() => list.refetch()} />}
      {found?.count === 0 && (
        <EmptyState
          title={eventId || status !== 'all' ? 'Bu filtrlar bo‘yicha ariza yo‘q' : 'Hali ariza tushmagan'}
          icon={<Inbox aria-hidden="true" className="size-10" />}
          action={
            status !== 'all' ? (
              <Button look="secondary" onClick={() => set('status', 'all')}>
                Barcha holatlarni ko‘rsatish
              </Button>
            ) : (
              <LinkButton to="/organizer/events">Tadbirlarga o‘tish</LinkButton>
            )
          }
        >
          Talabalar ariza topshirsa, ular shu yerda ko‘rinadi.
        </EmptyState>
      )}
      {found && found.count > 0 && (
        <div className="ledger">
          <ReceivedHead />
          <ul className="grid gap-4" aria-busy={list.isFetching}>
            {found.results.map((item) => (
              <li key={item.id}>
                <ReceivedCard
                  item={item}
                  onOpen={() => open(item.id)}
                  onDecide={(to) => setDeciding({ id: item.id, name: item.student_name, title: item.opportunity_title, to })}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {found && <Pager page={page} pages={pagesOf(found.count, pageSize)} onPage={setPage} />}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <ApplicantDialog id={opened} filter={filter} onClose={close} />
        </Suspense>
      )}
      <DecisionSheet key={deciding ? `${deciding.id} ${deciding.to}` : 'none'} deciding={deciding} onDone={() => setDeciding(null)} />
    </div>
  );
};
export default organizersOnly(Applications);
