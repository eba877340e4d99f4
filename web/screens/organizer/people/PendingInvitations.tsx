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
const firstPage = invitationsQuery(1, pageSize);

/** Unanswered invitations of colleagues; a member revokes only those to roles they may grant. */
export const PendingInvitations = ({ role, onRevoke }: { role: MemberRole; onRevoke(invitation: MemberInvitation): void }) => {
  const [page, setPage] = useState(1);
  const list = useQuery(invitationsQuery(page, pageSize));
  const { refetch: refetchFirstPage } = useQuery({ ...firstPage, enabled: false });
  const isPastEnd = useLastPage(list.error, {
    page,
    size: pageSize,
    first: async () => (await refetchFirstPage()).data ?? { count: 0 },
    setPage,
  });
  const found = isPastEnd ? undefined : list.data;
  return (
    <Card aria-labelledby="invitations">
      <h2 id="invitations" className="text-lg font-semibold">
        Javob kutilayotgan takliflar
      </h2>
      {(list.isPending || isPastEnd) && (
        <div className="mt-4">
          <Skeleton className="h-12" />
        </div>
      )}
      {list.isError && !found && !isPastEnd && (
        <div className="mt-4">
          <LoadError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {found?.count === 0 && <p className="mt-2 text-muted">Kutilayotgan taklif yo‘q.</p>}
      {found && found.count > 0 && (
        <ul className="mt-2 divide-y divide-line" aria-busy={list.isFetching}>
          {found.results.map((invitation) => (
            <li key={invitation.id} className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center">
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{invitation.email}</p>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
                  <Badge>{invitation.role_display}</Badge>
                  {formatDate(invitation.expires_at)} gacha amal qiladi
                </p>
              </div>
              {roleAllows(role, invitation.role) && (
                <Button
                  variant="secondary"
                  aria-label={`${invitation.email}: taklifni qaytarib olish`}
                  onClick={() => onRevoke(invitation)}
                >
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
