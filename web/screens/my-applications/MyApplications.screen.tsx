import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { unreadQuery } from '../../data/account/unread.ts';
import { ownApplicationsQuery, unfinishedApplicationsQuery } from '../../data/applications/own-applications.ts';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { RequireUser } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { EmptyState, Skeleton } from '../../ui/Card.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { ApplicationCard } from './ApplicationCard.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { UnfinishedApplications } from './UnfinishedApplications.tsx';
import { useListAddress } from './useListAddress.ts';

const ApplicationSheet = lazyWithRetry(() => import('./ApplicationSheet.tsx'));
const NewMessages = lazyWithRetry(() => import('./NewMessages.tsx'));

/** Visible while there are unread messages, and after they are read until the screen is left. */
const UnreadMessages = () => {
  const { data: unread } = useQuery(unreadQuery());
  const hadUnread = useRef(false);
  if (unread) hadUnread.current = true;
  return hadUnread.current ? (
    <Suspense fallback={<Skeleton className="mb-8 h-32" />}>
      <NewMessages />
    </Suspense>
  ) : null;
};

const CardsSkeleton = () => (
  <div role="status" className="space-y-4">
    <p className="text-muted">Yuklanmoqda...</p>
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
  </div>
);

const NoApplications = ({ status, onAll }: { status: ApplicationStatus | undefined; onAll(): void }) =>
  status ? (
    <EmptyState
      title="Bu holatda ariza yo‘q"
      icon={<Inbox aria-hidden="true" className="size-10" />}
      action={
        <Button variant="secondary" onClick={onAll}>
          Barchasi
        </Button>
      }
    >
      Hozir birorta arizangiz “{applicationStatuses[status]}” holatida emas.
    </EmptyState>
  ) : (
    <EmptyState
      title="Sizda hali arizalar yo'q"
      icon={<Inbox aria-hidden="true" className="size-10" />}
      action={<LinkButton to="/">Tadbirlarni ko‘rish</LinkButton>}
    >
      Imkoniyatni tanlang va ariza topshiring: holatini shu yerda kuzatasiz.
    </EmptyState>
  );

const useOwnList = (status: ApplicationStatus | undefined) => useInfiniteQuery(ownApplicationsQuery(status));

interface OwnApplicationsProps {
  list: ReturnType<typeof useOwnList>;
  status: ApplicationStatus | undefined;
  onAll(): void;
  onOpen(id: number): void;
}

const OwnApplications = ({ list, status, onAll, onOpen }: OwnApplicationsProps) => {
  const { data, error, isPending, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = list;
  if (isPending) return <CardsSkeleton />;
  if (!data) return <LoadError error={error} onRetry={() => refetch()} />;
  const applications = data.pages.flatMap((page) => page.results);
  return (
    <div className="space-y-4" aria-busy={isFetching || undefined}>
      {error && !isFetchNextPageError && <LoadError error={error} onRetry={() => refetch()} />}
      {applications.length === 0 && <NoApplications status={status} onAll={onAll} />}
      <ul className="grid gap-4 lg:grid-cols-2">
        {applications.map((application) => (
          <li key={application.id}>
            <ApplicationCard application={application} onOpen={() => onOpen(application.id)} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError && <LoadError error={error} onRetry={() => fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button variant="secondary" className="w-full" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? 'Yuklanmoqda...' : 'Yana ko‘rsatish'}
        </Button>
      )}
    </div>
  );
};

const ApplicationsOverview = () => {
  const { status, filter, opened, open, close } = useListAddress();
  const list = useOwnList(status);
  // Drafts are shown above the list; both appear together, so that the list does not jump.
  const drafts = useQuery(unfinishedApplicationsQuery());
  const isFirst = drafts.isLoading && drafts.failureCount === 0;
  return (
    <>
      {/* Shows one error for both. */}
      {!list.isLoadingError && !list.isPending && (
        <>
          <UnreadMessages />
          <UnfinishedApplications />
        </>
      )}
      <div className="space-y-5">
        <StatusFilter chosen={status} onChoose={filter} />
        {isFirst ? <CardsSkeleton /> : <OwnApplications list={list} status={status} onAll={() => filter(undefined)} onOpen={open} />}
      </div>
      {opened !== null && (
        <Suspense fallback={null}>
          <ApplicationSheet id={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

const MyApplications = () => {
  usePage('Arizalarim');
  return (
    <RequireUser kind="student">
      <PageTitle>Arizalarim</PageTitle>
      <p className="mt-1 mb-5 text-muted">Yuborgan arizalaringiz holatini shu yerda kuzatib boring.</p>
      <ApplicationsOverview />
    </RequireUser>
  );
};
export default MyApplications;
