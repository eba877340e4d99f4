import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Member } from '#contract/member.ts';
import type { OrganizationProfile } from '#contract/organization.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { formatNumber, formatShortDate, initials } from '#contract/uzbek.ts';
import { membersQuery } from '../../../data/organizations/members.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Avatar, Badge, Card, Skeleton } from '../../../ui/Card.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useLastPage } from '../shared/useLastPage.ts';
import { type MemberAction, MemberDialogs, memberName } from './MemberDialogs.tsx';
import { PendingInvitations } from './PendingInvitations.tsx';

const InviteMember = lazyWithRetry(() => import('./InviteMember.tsx'));
const pageSize = 50;

const Row = ({ member, children }: { member: Member; children: ReactNode }) => (
  <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center">
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar initials={initials(memberName(member), 'O')} className="size-11" />
      <div className="min-w-0">
        <p className="font-semibold">
          {memberName(member)}
          {member.is_self && <span className="font-normal text-muted"> (siz)</span>}
        </p>
        <p className="text-sm text-muted">{member.email}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={member.role === 'owner' ? 'brand' : 'neutral'}>{member.role_display}</Badge>
          {formatShortDate(member.created_at)} dan beri
        </p>
      </div>
    </div>
    <div className="flex flex-wrap gap-2 *:px-4 empty:hidden">{children}</div>
  </li>
);

/** The members of the organization with their roles, and the pending invitations. */
const Members = ({ profile }: { profile: OrganizationProfile }) => {
  const client = useQueryClient();
  const { page, setPage } = useAddressFilters({});
  const list = useQuery(membersQuery(page, pageSize));
  const isPastEnd = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(membersQuery(1, pageSize)),
    setPage,
  });
  const [inviting, setInviting] = useState(false);
  const [action, setAction] = useState<MemberAction | null>(null);
  const isOwner = roleAllows(profile.role, 'owner');
  const mayInvite = roleAllows(profile.role, 'manager');
  const found = isPastEnd ? undefined : list.data;
  return (
    <>
      <Card aria-labelledby="members">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="members" className="text-lg font-semibold">
            A’zolar{found && <span className="font-normal text-muted"> · {formatNumber(found.count)}</span>}
          </h2>
          {mayInvite && (
            <Button onClick={() => setInviting(true)}>
              <UserPlus aria-hidden="true" className="size-5" />
              Xodim taklif qilish
            </Button>
          )}
        </div>
        {!mayInvite && <p className="mt-2 text-muted">Yangi a’zolarni tashkilot egasi yoki menejeri taklif qiladi.</p>}
        {(list.isPending || isPastEnd) && (
          <div role="status" className="mt-4 space-y-4">
            <span className="sr-only">Yuklanmoqda...</span>
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )}
        {list.isError && !found && !isPastEnd && (
          <div className="mt-4">
            <LoadError error={list.error} onRetry={() => list.refetch()} />
          </div>
        )}
        {found && (
          <ul className="mt-2 divide-y divide-line" aria-busy={list.isFetching}>
            {found.results.map((member) => (
              <Row key={member.id} member={member}>
                {isOwner && (
                  <Button
                    variant="secondary"
                    aria-label={`${memberName(member)}: rolni o‘zgartirish`}
                    onClick={() => setAction({ kind: 'role', member })}
                  >
                    Rolni o‘zgartirish
                  </Button>
                )}
                {member.is_self ? (
                  <Button variant="danger" onClick={() => setAction({ kind: 'leave', member })}>
                    Tashkilotdan chiqish
                  </Button>
                ) : (
                  isOwner && (
                    <Button
                      variant="danger"
                      aria-label={`${memberName(member)}: chiqarish`}
                      onClick={() => setAction({ kind: 'remove', member })}
                    >
                      Chiqarish
                    </Button>
                  )
                )}
              </Row>
            ))}
          </ul>
        )}
        {found && <Pager page={page} pages={pageCount(found.count, pageSize)} onPage={setPage} />}
      </Card>
      {mayInvite && <PendingInvitations role={profile.role} onRevoke={(invitation) => setAction({ kind: 'revoke', invitation })} />}
      {inviting && (
        <Suspense fallback={null}>
          <InviteMember role={profile.role} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {action && <MemberDialogs action={action} organization={profile.name} onClose={() => setAction(null)} />}
    </>
  );
};
export default Members;
