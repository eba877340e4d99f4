import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationsQuery, useMarkRead } from '../../data/account/notifications.ts';
import { unreadQuery } from '../../data/account/unread.ts';
import { messageFor } from '../../lib/api.ts';
import { Message } from '../../parts/application/Message.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Button } from '../../ui/Button.tsx';
import { toastError } from '../../ui/toast.ts';

/** Unread messages and those opened since the screen was shown; renders nothing when there are none. */
const NewMessages = () => {
  const { data: unread = 0 } = useQuery(unreadQuery());
  const list = useInfiniteQuery(notificationsQuery());
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const mark = useMarkRead();
  const read = (ids: number[] | undefined) => mark.mutateAsync(ids).catch((error: unknown) => toastError(messageFor(error)));
  const open = (id: number, isNew: boolean) => {
    setOpened((before) => new Set(before).add(id));
    if (isNew) read([id]);
  };
  const known = list.data?.pages.flatMap((page) => page.results) ?? [];
  const shown = known.filter(({ id, read_at }) => read_at === null || opened.has(id));
  const isLeft = unread > known.filter(({ read_at }) => read_at === null).length && list.hasNextPage;
  if (shown.length === 0 && !isLeft && !(list.isLoadingError && unread > 0)) return null;
  return (
    <section aria-labelledby="messages" className="mb-8 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="messages" className="text-xl font-semibold">
          Yangi xabarlar
        </h2>
        {unread > 1 && (
          <Button variant="quiet" busy={mark.isPending} onClick={() => read(undefined)}>
            Hammasini o‘qilgan deb belgilash
          </Button>
        )}
      </div>
      {list.isLoadingError && <LoadError error={list.error} onRetry={() => list.refetch()} />}
      <ul className="space-y-3">
        {shown.map((item) => (
          <li key={item.id}>
            <Message item={item} onOpen={() => open(item.id, item.read_at === null)} />
          </li>
        ))}
      </ul>
      {isLeft && (
        <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Yana ko‘rsatish
        </Button>
      )}
    </section>
  );
};
export default NewMessages;
