import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MemberInvitation } from '#contract/member.ts';
import { type MemberRole, roleAllows } from '#contract/organization-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { formatDate } from '#contract/uzbek.ts';
import { invitationsQuery } from '../../../data/organizations/members.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Badge, Card, Skeleton } from '../../../ui/Card.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { useLastPage } from '../shared/useLastPage.ts';

const pageSize = 20;
const first = invitationsQuery(1, pageSize);

/** Colleagues who have not answered yet; nobody takes back more than they could have given. */
export const WaitingInvitations = ({ role, onRevoke }: { role: MemberRole; onRevoke(invitation: MemberInvitation): void }) => {
  const [page, setPage] = useState(1);
  const list = useQuery(invitationsQuery(page, pageSize));
  const { refetch: again } = useQuery({ ...first, enabled: false });
  const past = useLastPage(list.error, {
    page,
    size: pageSize,
    first: async () => (await again()).data ?? { count: 0 },
    setPage,
  });
  const found = past ? undefined : list.data;
  return (
    <Card aria-labelledby="invitations">
      <h2 id="invitations" className="text-lg font-semibold">
        Javob kutilayotgan takliflar
      </h2>
      {(list.isPending || past) && (
        <div className="mt-4">
          <Skeleton className="h-12" />
        </div>
      )}
      {list.isError && !found && !past && (
        <div className="mt-4">
          <LoadError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {found?.count === 0 && <p className="mt-2 text-muted">Kutilayotgan taklif yo‘q.</p>}
      {found && found.count > 0 && (
        <ul className="mt-2 divide-y divide-line" aria-busy={list.isFetching}>
          {found.results.map((one) => (
            <li key={one.id} className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{one.email}</p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                  <Badge>{one.role_display}</Badge>
                  {formatDate(one.expires_at)} gacha amal qiladi
                </p>
              </div>
              {roleAllows(role, one.role) && (
                <Button look="secondary" aria-label={`${one.email}: taklifni qaytarib olish`} onClick={() => onRevoke(one)}>
                  Taklifni qaytarib olish
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {found && <Pager page={page} pages={pageCount(found.count, pageSize)} onPage={setPage} />}
    </Card>
  );
};
