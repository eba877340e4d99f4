import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import type { OrganizationProfile } from '#contract/organization.ts';
import { roleAllows } from '#contract/organization-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { formatNumber } from '#contract/uzbek.ts';
import { organizationStudentsQuery, studentFiguresQuery } from '../../../data/organizations/organization-students.ts';
import { StatCard, StatGrid } from '../../../parts/StatCard.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useLastPage } from '../shared/useLastPage.ts';
import { useOpened } from '../shared/useOpened.ts';
import { StudentList } from './StudentList.tsx';

const InviteStudents = lazyWithRetry(() => import('./InviteStudents.tsx'));
const StudentSheet = lazyWithRetry(() => import('./StudentSheet.tsx'));
const pageSize = 20;
const defaultFilters = { search: '' };

const Figures = () => {
  const { data, isError } = useQuery(studentFiguresQuery());
  const value = (figure: number | undefined) => (isError && !data ? '–' : figure);
  const maxCount = data?.top_universities[0]?.count ?? 1;
  return (
    <>
      <StatGrid label="Talabalar bo‘yicha ko‘rsatkichlar">
        <StatCard label="Jami talabalar" value={value(data?.total)} />
        <StatCard label="Ariza topshirgan" value={value(data?.applied)} />
        <StatCard label="Qabul qilingan" value={value(data?.accepted)} />
        <StatCard
          label="Taklifni qabul qilgan"
          value={value(data?.invited)}
          note={data && `${formatNumber(data.invitations_sent)} ta taklif berilgan`}
        />
      </StatGrid>
      {data && data.top_universities.length > 0 && (
        <Card aria-labelledby="universities">
          <h2 id="universities" className="text-lg font-semibold">
            Talabalar eng ko‘p universitetlar
          </h2>
          <ol className="mt-3 space-y-3">
            {data.top_universities.map(({ university, count }) => (
              <li key={university}>
                <p className="flex items-baseline justify-between gap-4">
                  <span className="min-w-0">{university}</span>
                  <b className="shrink-0 tabular-nums">{formatNumber(count)}</b>
                </p>
                <progress className="bar mt-1" max={maxCount} value={count} aria-hidden="true" />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
};

/** Students who applied to the organization or accepted its invitation. */
const Students = ({ profile }: { profile: OrganizationProfile }) => {
  const client = useQueryClient();
  const { values, page, set, setPage } = useAddressFilters(defaultFilters);
  const { search } = values;
  const { opened, open, close } = useOpened('student');
  const list = useQuery(organizationStudentsQuery(search, page, pageSize));
  const isPastEnd = useLastPage(list.error, {
    page,
    size: pageSize,
    first: () => client.fetchQuery(organizationStudentsQuery(search, 1, pageSize)),
    setPage,
  });
  const [inviting, setInviting] = useState(false);
  const mayInvite = roleAllows(profile.role, 'manager');
  const found = isPastEnd ? undefined : list.data;
  const inviteButton = (
    <Button onClick={() => setInviting(true)}>
      <UserPlus aria-hidden="true" className="size-5" />
      Talabalarni taklif qilish
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Talabalar</h2>
        {mayInvite && inviteButton}
      </div>
      <Figures />
      <div className="flex">
        <SearchBox
          label="Talabalarni qidirish"
          placeholder="Ism yoki universitet"
          value={search}
          onSearch={(text) => set('search', text)}
        />
      </div>
      {/* From 1,000 students on the count is a lower bound, as in searches. */}
      <p role="status" className="text-sm text-muted">
        {found ? `${resultCountText(found, 'talaba')} ta talaba` : ''}
      </p>
      {(list.isPending || isPastEnd) && (
        <div className="space-y-3">
          <span className="sr-only">Yuklanmoqda...</span>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-32" />
          ))}
        </div>
      )}
      {list.isError && !found && !isPastEnd && <LoadError error={list.error} onRetry={() => list.refetch()} />}
      {found?.count === 0 &&
        (search ? (
          <EmptyState
            title="Hech kim topilmadi"
            action={
              <Button variant="secondary" onClick={() => set('search', '')}>
                Qidiruvni tozalash
              </Button>
            }
          >
            Ism yoki universitet nomini boshqacha yozib ko‘ring.
          </EmptyState>
        ) : (
          <EmptyState title="Hali talabalar yo‘q" icon={<Users aria-hidden="true" className="size-10" />}>
            Ariza topshirgan yoki taklifingizni qabul qilgan talabalar shu yerda ko‘rinadi. Ism yashirib baholanadigan tanlovlarning
            arizachilari bu ro‘yxatga kirmaydi.
          </EmptyState>
        ))}
      {found && found.count > 0 && <StudentList students={found.results} busy={list.isFetching} onOpen={open} />}
      {found && <Pager page={page} pages={pageCount(found.count, pageSize)} onPage={setPage} />}
      {inviting && (
        <Suspense fallback={null}>
          <InviteStudents onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <StudentSheet id={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
};
export default Students;
