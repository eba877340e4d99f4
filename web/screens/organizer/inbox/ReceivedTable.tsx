import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatShortDate, initials, noData } from '#contract/uzbek.ts';
import { ApplicationStatusBadge } from '../../../parts/application/ApplicationStatusBadge.tsx';
import { Avatar } from '../../../ui/Card.tsx';
import type { Ordering } from './listFilter.ts';
import { BlindBadge, type ReceivedListProps, RowActions, receivedName, SelectBox, scoreCell } from './ReceivedParts.tsx';

type SortName = 'applied_at' | 'updated_at' | 'status' | 'score';
/** Ordering after the first click: newest and best first, statuses in their order. */
const firstOrdering = (name: SortName): Ordering => (name === 'status' ? 'status' : `-${name}`);
const reverse = (ordering: Ordering): Ordering => (ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`) as Ordering;

const SortHead = ({
  name,
  ordering,
  onSort,
  className = '',
  children,
}: {
  name: SortName;
  ordering: Ordering;
  onSort(ordering: Ordering): void;
  className?: string;
  children: string;
}) => {
  const active = ordering === name || ordering === `-${name}`;
  const descends = ordering.startsWith('-');
  const Icon = !active ? ArrowUpDown : descends ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={active ? (descends ? 'descending' : 'ascending') : 'none'} className={`p-0 ${className}`}>
      <button
        type="button"
        onClick={() => onSort(active ? reverse(ordering) : firstOrdering(name))}
        className={`inline-flex min-h-11 items-center gap-1 px-2 text-left whitespace-nowrap hover:text-ink ${active ? 'font-semibold text-ink' : 'font-normal'}`}
      >
        {children}
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${active ? '' : 'opacity-50'}`} />
      </button>
    </th>
  );
};
const Head = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={`px-2 font-normal whitespace-nowrap ${className}`}>
    {children}
  </th>
);
const cell = 'px-2 py-2.5 align-middle';
/** A date with its time below. */
const Moment = ({ at, className = '' }: { at: string; className?: string }) => {
  const [day, time] = formatShortDate(at, { time: true }).split(' · ');
  return (
    <td className={`${cell} whitespace-nowrap tabular-nums ${className}`}>
      {day}
      <span className="block text-xs text-muted">{time}</span>
    </td>
  );
};

/** Received applications as a table, for desktops. */
export const ReceivedTable = ({
  items,
  mayDecide,
  isChosen,
  onToggle,
  onTogglePage,
  onOpen,
  onDecide,
  ordering,
  onSort,
  isBusy,
}: ReceivedListProps & { ordering: Ordering; onSort(ordering: Ordering): void; isBusy: boolean }) => {
  const selectedCount = items.filter(({ id }) => isChosen(id)).length;
  const sort = { ordering, onSort };
  return (
    <div className="rounded-2xl border border-line bg-surface shadow-card">
      <table className="w-full text-left text-sm" aria-busy={isBusy}>
        <caption className="sr-only">Kelgan arizalar</caption>
        <thead className="text-muted">
          <tr>
            {mayDecide && (
              <th scope="col" className="w-11 pl-1 font-normal">
                <SelectBox
                  label="Sahifadagi hammasini tanlash"
                  checked={selectedCount === items.length}
                  mixed={selectedCount > 0 && selectedCount < items.length}
                  onChange={onTogglePage}
                />
              </th>
            )}
            <Head className={`w-[21%] ${mayDecide ? '' : 'pl-4'}`}>Talaba</Head>
            <Head className="w-[15%]">Tadbir</Head>
            <Head className="w-[15%]">Universitet</Head>
            <SortHead name="applied_at" {...sort}>
              Yuborilgan
            </SortHead>
            <SortHead name="updated_at" className="max-xl:hidden" {...sort}>
              O‘zgargan
            </SortHead>
            <SortHead name="status" {...sort}>
              Holati
            </SortHead>
            <SortHead name="score" className="text-right" {...sort}>
              Ball
            </SortHead>
            <Head className="text-right">Izoh</Head>
            <Head className="pr-4 text-right">Amallar</Head>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className={`border-t border-line ${isChosen(item.id) ? 'bg-brand-soft' : ''}`}>
              {mayDecide && (
                <td className="w-11 pl-1">
                  <SelectBox
                    label={`Tanlash: ${receivedName(item)}`}
                    checked={isChosen(item.id)}
                    onChange={(on, range) => onToggle(item, on, range)}
                  />
                </td>
              )}
              <th scope="row" className={`${cell} ${mayDecide ? '' : 'pl-4'} text-left font-normal`}>
                <div className="flex items-center gap-2">
                  <Avatar src={item.student_avatar} initials={initials(item.student_name, 'UZ')} className="size-9 text-xs max-xl:hidden" />
                  <div className="min-w-0">
                    <p className="font-semibold">{receivedName(item)}</p>
                    {item.is_blind ? <BlindBadge /> : <p className="text-xs text-muted">{item.student_email || noData}</p>}
                  </div>
                </div>
              </th>
              <td className={cell}>
                <p className="line-clamp-3" title={item.opportunity_title}>
                  {item.opportunity_title}
                </p>
              </td>
              <td className={cell}>{item.student_university || noData}</td>
              <Moment at={item.applied_at} />
              <Moment at={item.updated_at} className="max-xl:hidden" />
              <td className={`${cell} [overflow-wrap:normal]`}>
                <ApplicationStatusBadge status={item.status} />
              </td>
              <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>
                {scoreCell(item)}
                {item.review_count > 0 && <span className="text-muted"> ({item.review_count})</span>}
              </td>
              <td className={`${cell} text-right tabular-nums`}>{item.note_count}</td>
              <td className={`${cell} pr-3`}>
                <RowActions item={item} mayDecide={mayDecide} onOpen={() => onOpen(item.id)} onDecide={(to) => onDecide(item, to)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
