import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notificationsQuery, useMarkRead } from '../../data/account/notifications.ts';
import { Message } from '../../parts/application/Message.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Button } from '../../ui/Button.tsx';

/** Messages about one application, shown open and marked as read. */
export const Messages = ({ application }: { application: number }) => {
  const list = useInfiniteQuery(notificationsQuery(application));
  const { mutate } = useMarkRead();
  const marked = useRef(new Set<number>());
  const shown = list.data?.pages.flatMap((page) => page.results) ?? [];
  const unread = shown.filter(({ read_at }) => read_at === null).map(({ id }) => id);
  const unreadKey = unread.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new object at each render
  useEffect(() => {
    const ids = unread.filter((id) => !marked.current.has(id));
    if (ids.length === 0) return;
    for (const id of ids) marked.current.add(id);
    mutate(ids);
  }, [unreadKey, mutate]);
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => list.refetch()} />;
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="messages-title" className="space-y-3">
      <h3 id="messages-title" className="text-lg font-semibold">
        Xabarlar
      </h3>
      <ul className="space-y-3">
        {shown.map((item) => (
          <li key={item.id}>
            <Message item={item} open inside />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Yana ko‘rsatish
        </Button>
      )}
    </section>
  );
};
