import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown, Inbox, Send, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { ownOpportunitiesQuery } from '../../../data/opportunities/own-opportunities.ts';
import { type MessageAudience, receivedFiguresQuery, receivedQuery, useUndo } from '../../../data/review/received-applications.ts';
import { messageFor } from '../../../lib/api.ts';
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
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import type { Deciding } from '../applicant/DecisionSheet.tsx';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { UndoBanner } from '../shared/UndoBanner.tsx';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
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
  parseIdParam,
  toReceivedFilter,
} from './listFilter.ts';
import { ReceivedCards } from './ReceivedCard.tsx';
import { ReceivedFilters } from './ReceivedFilters.tsx';
import { ReceivedTable } from './ReceivedTable.tsx';
import { useSelection } from './useSelection.ts';

const ApplicantDialog = lazyWithRetry(() => import('../applicant/ApplicantDialog.tsx'));
const DecisionSheet = lazyWithRetry(() => import('../applicant/DecisionSheet.tsx'));
const DecideManySheet = lazyWithRetry(() => import('./DecideManySheet.tsx'));
const ReceivedFilterSheet = lazyWithRetry(() => import('./ReceivedFilterSheet.tsx'));
const ExportSheet = lazyWithRetry(() => import('./ExportSheet.tsx'));
const MessageSheet = lazyWithRetry(() => import('./MessageSheet.tsx'));

const pageSize = 20;

/** The state of the history entry that the open filter sheet stands on: Back closes the sheet first. */
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

/** The organization's opportunities to choose from; the one in the address is among them, however old it is. */
const useEventOptions = (eventId: number | undefined, sample: ReceivedApplication | undefined): [string, string][] => {
  const { data } = useQuery(ownOpportunitiesQuery({ ordering: '-created_at', page_size: 100 }));
  const options: [string, string][] = (data?.results ?? []).map(({ id, title }) => [`${id}`, title]);
  if (eventId && !options.some(([id]) => id === `${eventId}`))
    options.unshift([`${eventId}`, sample?.opportunity === eventId ? sample.opportunity_title : `Tadbir №${eventId}`]);
  return [['all', 'Barcha tadbirlar'], ...options];
};

/** Undoing, and what it could not return. */
const useUndoing = () => {
  const [stayed, setStayed] = useState<string | null>(null);
  const undo = useUndo({
    onDone: (updated, names, more) => {
      if (updated > 0) toastSuccess(`${updated} ta ariza avvalgi holatiga qaytdi.`);
      const others = more > 0 ? ` va yana ${more} ta ariza` : '';
      setStayed(names.length > 0 ? `Avvalgi holatiga qaytmadi: ${names.join(', ')}${others}. Holati shu orada yana o‘zgargan.` : null);
    },
    onFail: (error) => toastError(messageFor(error)),
  });
  return { undo: undo.mutate, undoing: undo.isPending ? undo.variables : undefined, stayed, forgetStayed: () => setStayed(null) };
};

/** Layers that lie over the list, one at a time; each comes with its code when it is opened. */
type Layer =
  | { kind: 'one'; deciding: Deciding }
  | { kind: 'many'; to: BulkAction }
  | { kind: 'export' }
  | { kind: 'message'; audience: MessageAudience; group: string };

const Applications = () => {
  usePage('Arizalar');
  const client = useQueryClient();
  const wide = useIsDesktop();
  const mayDecide = useHasRole('manager');
  const address = useAddressFilters(defaultFilter);
  const { page, setPage } = address;
  const values = cleanFilter(address.values);
  const eventId = parseIdParam(values.eventId);
  const filter = toReceivedFilter(values);
  const { opened, open, close } = useOpened('application');
  const sheet = useFilterSheet();
  const [layer, setLayer] = useState<Layer | null>(null);
  const { undo, undoing, stayed, forgetStayed } = useUndoing();

  const list = useQuery(receivedQuery({ ...filter, page, page_size: pageSize }));
  const { data: figures, isError: noFigures } = useQuery(receivedFiguresQuery(eventId));
  const past = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(receivedQuery({ ...filter, page: 1, page_size: pageSize })),
    setPage,
  });
  const found = past ? undefined : list.data;
  const events = useEventOptions(eventId, found?.results[0]);
  const selection = useSelection(found?.results ?? []);
  const { chosen } = selection;

  const active = activeFilters(values, events.find(([id]) => id === values.eventId)?.[1] ?? '');
  const narrow = (change: Partial<ListFilter>) => address.setAll(change);
  const clear = () => narrow(clearedFilter);
  const turnTo = (next: number) => {
    setPage(next);
    window.scrollTo(0, 0);
  };
  const closeLayer = () => setLayer(null);
  const rows = {
    items: found?.results ?? [],
    mayDecide,
    isChosen: (id: number) => chosen.has(id),
    onToggle: selection.toggle,
    onTogglePage: selection.togglePage,
    onOpen: open,
    onDecide: (item: ReceivedApplication, to: Deciding['to']) =>
      setLayer({ kind: 'one', deciding: { id: item.id, name: item.student_name, title: item.opportunity_title, to } }),
    isBusy: list.isFetching,
  };

  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Arizalar</PageTitle>
        {mayDecide && found && found.count > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button
              look="secondary"
              className="px-3!"
              onClick={() =>
                setLayer({
                  kind: 'message',
                  audience: { filter },
                  group: `hozirgi filtr bo‘yicha topilgan ${resultCountText(found)} ta ariza egalari`,
                })
              }
            >
              <Send aria-hidden="true" className="size-5" />
              Xabar yozish
            </Button>
            <Button look="secondary" className="px-3!" onClick={() => setLayer({ kind: 'export' })}>
              <FileDown aria-hidden="true" className="size-5" />
              Yuklab olish
            </Button>
          </div>
        )}
      </div>
      {mayDecide && <UndoBanner undoing={undoing} onUndo={undo} stayed={stayed} onSeen={forgetStayed} />}
      <StatGrid label="Arizalar bo‘yicha ko‘rsatkichlar">
        <StatCard label="Jami arizalar" value={noFigures ? '–' : figures?.total} />
        <StatCard label="Jarayonda" value={noFigures ? '–' : figures?.in_progress} />
        <StatCard label="Qabul qilingan" value={noFigures ? '–' : figures?.accepted} />
        <StatCard label="Yopilgan" value={noFigures ? '–' : figures?.closed} />
      </StatGrid>
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Arizalarni qidirish"
          placeholder="Ism, universitet yoki tadbir"
          value={values.search}
          onSearch={(search) => narrow({ search })}
        />
        {!wide && (
          <Button look="secondary" aria-haspopup="dialog" onClick={sheet.show}>
            <SlidersHorizontal aria-hidden="true" className="size-5" />
            Filtrlar{active.length > 0 && ` (${active.length})`}
          </Button>
        )}
      </div>
      {wide && <ReceivedFilters values={values} events={events} onChange={narrow} />}
      {active.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {active.map(({ name, text }) => (
            <RemovableChip key={name} onRemove={() => narrow({ [name]: defaultFilter[name] })}>
              {text}
            </RemovableChip>
          ))}
          <Button look="quiet" className="px-3!" onClick={clear}>
            Filtrlarni tozalash
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p role="status" className="min-h-6 text-sm text-muted">
          {found ? `${resultCountText(found)} ta ariza` : ''}
        </p>
        <div className="flex w-full sm:w-64 xl:hidden">
          <FilterSelect
            label="Tartib"
            value={values.ordering}
            options={Object.entries(orderings)}
            onChange={(ordering) => narrow({ ordering })}
          />
        </div>
      </div>
      {(list.isPending || past) && (
        <div className="grid gap-4 max-lg:md:grid-cols-2 lg:gap-px">
          <span className="sr-only">Yuklanmoqda...</span>
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} className="h-64 lg:h-16" />
          ))}
        </div>
      )}
      {list.isError && !past && <LoadError error={list.error} onRetry={() => list.refetch()} />}
      {found?.count === 0 && (
        <EmptyState
          title={active.length > 0 ? 'Bu filtrlar bo‘yicha ariza yo‘q' : 'Hali ariza tushmagan'}
          icon={<Inbox aria-hidden="true" className="size-10" />}
          action={
            active.length > 0 ? (
              <Button look="secondary" onClick={clear}>
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
      {found &&
        found.count > 0 &&
        (wide ? (
          <ReceivedTable {...rows} ordering={values.ordering as Ordering} onSort={(ordering) => narrow({ ordering })} />
        ) : (
          <ReceivedCards {...rows} />
        ))}
      {found && <Pager page={page} pages={pageCount(found.count, pageSize)} more={!found.is_exact} onPage={turnTo} />}
      {mayDecide && chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          onDecide={(to) => setLayer({ kind: 'many', to })}
          onMessage={() =>
            setLayer({
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
        {sheet.isOpen && !wide && (
          <ReceivedFilterSheet values={values} events={events} pageSize={pageSize} onApply={(next) => narrow(next)} onClose={sheet.hide} />
        )}
        {layer?.kind === 'one' && <DecisionSheet deciding={layer.deciding} onUndo={undo} onDone={closeLayer} />}
        {layer?.kind === 'many' && (
          <DecideManySheet
            to={layer.to}
            chosen={chosen}
            onUndo={undo}
            onDecided={() => {
              closeLayer();
              selection.clear();
            }}
            onClose={closeLayer}
          />
        )}
        {layer?.kind === 'export' && <ExportSheet filter={filter} pageSize={pageSize} onClose={closeLayer} />}
        {layer?.kind === 'message' && <MessageSheet audience={layer.audience} group={layer.group} onClose={closeLayer} />}
      </Suspense>
    </div>
  );
};
export default organizersOnly(Applications);
