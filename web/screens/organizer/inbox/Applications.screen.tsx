import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, Inbox, Send, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { type MessageAudience, receivedFiguresQuery, receivedQuery } from '../../../data/review/received-applications.ts';
import { goBack, useLocation, useNavigate } from '../../../lib/router.tsx';
import { useIsDesktop } from '../../../lib/useIsDesktop.ts';
import { useHasRole } from '../../../parts/account/useMemberRole.ts';
import { StatCard, StatGrid } from '../../../parts/StatCard.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { RemovableChip } from '../../../ui/Chips.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import type { DecisionTarget } from '../applicant/DecisionSheet.tsx';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { parseIdParam } from '../shared/parseIdParam.ts';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useEventOptions } from '../shared/useEventOptions.ts';
import { useLastPage } from '../shared/useLastPage.ts';
import { useOpened } from '../shared/useOpened.ts';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import {
  activeFilters,
  cleanFilter,
  clearedFilter,
  defaultFilter,
  type ListFilter,
  type Ordering,
  orderings,
  toReceivedFilter,
} from './listFilter.ts';
import { ReceivedCards } from './ReceivedCard.tsx';
import { ReceivedFilters } from './ReceivedFilters.tsx';
import { ReceivedTable } from './ReceivedTable.tsx';
import { UndoBanner } from './UndoBanner.tsx';
import { useSelection } from './useSelection.ts';
import { useUndoMany } from './useUndoMany.ts';

const ApplicantDialog = lazyWithRetry(() => import('../applicant/ApplicantDialog.tsx'));
const DecisionSheet = lazyWithRetry(() => import('../applicant/DecisionSheet.tsx'));
const DecideManySheet = lazyWithRetry(() => import('./DecideManySheet.tsx'));
const ReceivedFilterSheet = lazyWithRetry(() => import('./ReceivedFilterSheet.tsx'));
const ExportSheet = lazyWithRetry(() => import('./ExportSheet.tsx'));
const MessageSheet = lazyWithRetry(() => import('./MessageSheet.tsx'));

const pageSize = 20;

/** State of the history entry that opens the filter sheet, so that Back closes it. */
const sheetState = { filters: true };
const useFilterSheet = () => {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return {
    isOpen: (state as typeof sheetState | null)?.filters === true,
    show: () => navigate(`${pathname}${search}`, { state: sheetState }),
    hide: goBack,
  };
};

/** What is open over the list, one at a time; each is loaded when it opens. */
type Overlay =
  | { kind: 'one'; target: DecisionTarget }
  | { kind: 'many'; to: BulkAction }
  | { kind: 'export' }
  | { kind: 'message'; audience: MessageAudience; group: string };

const Applications = () => {
  usePage('Arizalar');
  const client = useQueryClient();
  const isDesktop = useIsDesktop();
  const mayDecide = useHasRole('manager');
  const address = useAddressFilters(defaultFilter);
  const { page, setPage } = address;
  const values = cleanFilter(address.values);
  const eventId = parseIdParam(values.eventId);
  const filter = toReceivedFilter(values);
  const { opened, open, close } = useOpened('application');
  const sheet = useFilterSheet();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const { undo, undoing, notUndone, clearNotUndone } = useUndoMany();

  const list = useQuery(receivedQuery({ ...filter, page, page_size: pageSize }));
  const { data: figures, isError: figuresFailed } = useQuery(receivedFiguresQuery(eventId));
  const isPastEnd = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(receivedQuery({ ...filter, page: 1, page_size: pageSize })),
    setPage,
  });
  const loaded = isPastEnd ? undefined : list.data;
  const first = loaded?.results[0];
  const events = useEventOptions(eventId, first?.opportunity === eventId ? first?.opportunity_title : undefined);
  const selection = useSelection(loaded?.results ?? []);
  const { chosen } = selection;

  const active = activeFilters(values, events.find(([id]) => id === values.eventId)?.[1] ?? '');
  const applyFilter = (change: Partial<ListFilter>) => address.setAll(change);
  const clear = () => applyFilter(clearedFilter);
  const goToPage = (next: number) => {
    setPage(next);
    window.scrollTo(0, 0);
  };
  const closeOverlay = () => setOverlay(null);
  const rows = {
    items: loaded?.results ?? [],
    mayDecide,
    isChosen: (id: number) => chosen.has(id),
    onToggle: selection.toggle,
    onTogglePage: selection.togglePage,
    onOpen: open,
    onDecide: (item: ReceivedApplication, to: DecisionTarget['to']) =>
      setOverlay({ kind: 'one', target: { id: item.id, name: item.student_name, title: item.opportunity_title, to } }),
    isBusy: list.isFetching,
  };

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Arizalar</PageTitle>
        {mayDecide && loaded && loaded.count > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              className="px-3!"
              onClick={() =>
                setOverlay({
                  kind: 'message',
                  audience: { filter },
                  group: `hozirgi filtr bo‘yicha topilgan ${resultCountText(loaded)} ta ariza egalari`,
                })
              }
            >
              <Send aria-hidden="true" className="size-5" />
              Xabar yozish
            </Button>
            <Button variant="secondary" className="px-3!" onClick={() => setOverlay({ kind: 'export' })}>
              <FileDown aria-hidden="true" className="size-5" />
              Yuklab olish
            </Button>
          </div>
        )}
      </div>
      {mayDecide && <UndoBanner undoing={undoing} onUndo={undo} notUndone={notUndone} onClose={clearNotUndone} />}
      <StatGrid label="Arizalar bo‘yicha ko‘rsatkichlar">
        <StatCard label="Jami arizalar" value={figuresFailed ? '–' : figures?.total} />
        <StatCard label="Jarayonda" value={figuresFailed ? '–' : figures?.in_progress} />
        <StatCard label="Qabul qilingan" value={figuresFailed ? '–' : figures?.accepted} />
        <StatCard label="Yopilgan" value={figuresFailed ? '–' : figures?.closed} />
      </StatGrid>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Arizalarni qidirish"
          placeholder="Ism, universitet yoki tadbir"
          value={values.search}
          onSearch={(search) => applyFilter({ search })}
        />
        {!isDesktop && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={sheet.show}>
            <SlidersHorizontal aria-hidden="true" className="size-5" />
            Filtrlar{active.length > 0 && ` (${active.length})`}
          </Button>
        )}
      </div>
      {isDesktop && <ReceivedFilters values={values} events={events} onChange={applyFilter} />}
      {active.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {active.map(({ name, text }) => (
            <RemovableChip key={name} onRemove={() => applyFilter({ [name]: defaultFilter[name] })}>
              {text}
            </RemovableChip>
          ))}
          <Button variant="quiet" className="px-3!" onClick={clear}>
            Filtrlarni tozalash
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p role="status" className="min-h-6 text-sm text-muted">
          {loaded ? `${resultCountText(loaded)} ta ariza` : ''}
        </p>
        <div className="flex w-full sm:w-64 xl:hidden">
          <FilterSelect
            label="Tartib"
            value={values.ordering}
            options={Object.entries(orderings)}
            onChange={(ordering) => applyFilter({ ordering })}
          />
        </div>
      </div>
      {(list.isPending || isPastEnd) && (
        <div className="grid gap-4 max-lg:md:grid-cols-2 lg:gap-px">
          <span className="sr-only">Yuklanmoqda...</span>
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} className="h-64 lg:h-16" />
          ))}
        </div>
      )}
      {list.isError && !isPastEnd && <LoadError error={list.error} onRetry={() => list.refetch()} />}
      {loaded?.count === 0 && (
        <EmptyState
          title={active.length > 0 ? 'Bu filtrlar bo‘yicha ariza yo‘q' : 'Hali ariza tushmagan'}
          icon={<Inbox aria-hidden="true" className="size-10" />}
          action={
            active.length > 0 ? (
              <Button variant="secondary" onClick={clear}>
                Filtrlarni tozalash
              </Button>
            ) : (
              <LinkButton to="/organizer/events">Tadbirlarga o‘tish</LinkButton>
            )
          }
        >
          {active.length > 0
            ? 'Qidiruv so‘zini yoki filtrlarni o‘zgartirib ko‘ring.'
            : 'Talabalar ariza topshirsa, ular shu yerda ko‘rinadi.'}
        </EmptyState>
      )}
      {loaded &&
        loaded.count > 0 &&
        (isDesktop ? (
          <ReceivedTable {...rows} ordering={values.ordering as Ordering} onSort={(ordering) => applyFilter({ ordering })} />
        ) : (
          <ReceivedCards {...rows} />
        ))}
      {loaded && <Pager page={page} pages={pageCount(loaded.count, pageSize)} more={!loaded.is_exact} onPage={goToPage} />}
      {mayDecide && chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          onDecide={(to) => setOverlay({ kind: 'many', to })}
          onMessage={() =>
            setOverlay({
              kind: 'message',
              audience: { application_ids: [...chosen.keys()] },
              group: `tanlangan ${chosen.size} ta ariza egalari`,
            })
          }
          onClear={selection.clear}
        />
      )}
      <Suspense fallback={null}>{opened !== undefined && <ApplicantDialog id={opened} filter={filter} onClose={close} />}</Suspense>
      <Suspense fallback={null}>
        {sheet.isOpen && !isDesktop && (
          <ReceivedFilterSheet
            values={values}
            events={events}
            pageSize={pageSize}
            onApply={(next) => applyFilter(next)}
            onClose={sheet.hide}
          />
        )}
        {overlay?.kind === 'one' && <DecisionSheet target={overlay.target} onUndo={undo} onDone={closeOverlay} />}
        {overlay?.kind === 'many' && (
          <DecideManySheet
            to={overlay.to}
            chosen={chosen}
            onUndo={undo}
            onDecided={() => {
              closeOverlay();
              selection.clear();
            }}
            onClose={closeOverlay}
          />
        )}
        {overlay?.kind === 'export' && <ExportSheet filter={filter} pageSize={pageSize} onClose={closeOverlay} />}
        {overlay?.kind === 'message' && <MessageSheet audience={overlay.audience} group={overlay.group} onClose={closeOverlay} />}
      </Suspense>
    </div>
  );
};
export default organizersOnly(Applications);
