import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pageCount } from '#contract/paging.ts';
import { formatDate } from '#contract/uzbek.ts';
import { auditQuery } from '../../../data/organizations/members.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useLastPage } from '../shared/useLastPage.ts';

const pageSize = 20;

/** The audit log of the organization: action, author, time. Only owners see it. */
const Audit = () => {
  const client = useQueryClient();
  const { page, setPage } = useAddressFilters({});
  const list = useQuery(auditQuery(page, pageSize));
  const isPastEnd = useLastPage(list.error, { page, size: pageSize, first: () => client.fetchQuery(auditQuery(1, pageSize)), setPage });
  const found = isPastEnd ? undefined : list.data;
  return (
    <Card aria-labelledby="audit">
      <h2 id="audit" className="text-lg font-semibold">
        Jurnal
      </h2>
      <p className="mt-1 text-muted">Tashkilot nomidan qilingan muhim amallar. Faqat egalar ko‘radi.</p>
      {(list.isPending || isPastEnd) && (
        <div role="status" className="mt-4 space-y-3">
          <span className="sr-only">Yuklanmoqda...</span>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {list.isError && !found && !isPastEnd && (
        <div className="mt-4">
          <LoadError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {found?.count === 0 && (
        <div className="mt-4">
          <EmptyState title="Jurnal hali bo‘sh">Takliflar, rollar va eksportlar shu yerda ko‘rinadi.</EmptyState>
        </div>
      )}
      {found && found.count > 0 && (
        <ol className="mt-2 mb-4 divide-y divide-line" aria-busy={list.isFetching}>
          {found.results.map((entry) => (
            <li key={entry.id} className="grid gap-x-4 py-3 sm:grid-cols-[1fr_auto]">
              <p className="font-semibold">{entry.action_display}</p>
              <p className="text-sm text-muted tabular-nums sm:text-right">{formatDate(entry.created_at, { time: true })}</p>
              <p className="text-sm text-muted">{[entry.details, entry.author || 'O‘chirilgan hisob'].filter(Boolean).join(' · ')}</p>
            </li>
          ))}
        </ol>
      )}
      {found && <Pager page={page} pages={pageCount(found.count, pageSize)} onPage={setPage} />}
    </Card>
  );
};
export default Audit;
