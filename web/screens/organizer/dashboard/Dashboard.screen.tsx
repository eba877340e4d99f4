import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Suspense } from 'react';
import type { OpportunityStatus } from '#contract/opportunity-rules.ts';
import type { Dashboard } from '#contract/organization.ts';
import { formatNumber, formatShortDate, remainingText } from '#contract/uzbek.ts';
import { dashboardQuery } from '../../../data/organizations/organization.ts';
import { polling } from '../../../data/polling.ts';
import { ApiError } from '../../../lib/api.ts';
import { Link } from '../../../lib/router.tsx';
import { useIsReviewer } from '../../../parts/account/useMemberRole.ts';
import { StatusBadge } from '../../../parts/opportunity/badges.tsx';
import { StatCard, StatGrid } from '../../../parts/StatCard.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../../shell/Page.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { Card, EmptyState, Skeleton } from '../../../ui/Card.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { organizersOnly } from '../shared/organizersOnly.tsx';

const Charts = lazyWithRetry(() => import('./Charts.tsx'));

const applicationsPath = (id: number) => `/organizer/applications?eventId=${id}`;

const Top = ({ items }: { items: Dashboard['top_opportunities'] }) => (
  <Card aria-labelledby="top">
    <h2 id="top" className="text-lg font-semibold">
      Eng ko‘p ariza tushgan tadbirlar
    </h2>
    {items.length === 0 && <p className="mt-3 text-muted">Hali ariza tushmagan.</p>}
    <ol className="mt-3 space-y-4">
      {items.map(({ id, title, application_count, share }) => (
        <li key={id}>
          <div className="flex items-center justify-between gap-3">
            <Link to={applicationsPath(id)} className="flex min-h-11 min-w-0 items-center py-2 font-medium hover:underline">
              {title}
            </Link>
            <span className="shrink-0 tabular-nums">{formatNumber(application_count)} ta ariza</span>
          </div>
          <progress className="bar" max={100} value={share} aria-label={`${title}: eng ko‘p ariza tushganiga nisbatan ${share} foiz`} />
        </li>
      ))}
    </ol>
  </Card>
);

const Deadlines = ({ items, isReviewer }: { items: Dashboard['upcoming_deadlines']; isReviewer: boolean }) => (
  <Card aria-labelledby="deadlines">
    <h2 id="deadlines" className="text-lg font-semibold">
      Yaqinlashayotgan muddatlar
    </h2>
    {items.length === 0 && <p className="mt-3 text-muted">Yaqin orada tugaydigan muddat yo‘q.</p>}
    <ul className="mt-3 divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-3">
          <div className="min-w-0">
            <Link
              to={isReviewer ? `/event/${item.id}` : `/organizer/events/${item.id}/edit`}
              className="inline-flex min-h-11 items-center py-2 font-medium hover:underline"
            >
              {item.title}
            </Link>
            <p className="text-sm text-muted">
              {formatShortDate(item.application_deadline)} · {remainingText(item.days_until_deadline)}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <span className="text-sm tabular-nums">{formatNumber(item.application_count)} ta ariza</span>
            <StatusBadge status={item.status as OpportunityStatus} />
          </div>
        </li>
      ))}
    </ul>
  </Card>
);

/** Next steps derived from the figures; a reviewer gets only those open to reviewers. */
const nextSteps = ({ pending_applications, draft_opportunities, active_opportunities }: Dashboard, isReviewer: boolean) =>
  [
    pending_applications > 0 && {
      text: `${formatNumber(pending_applications)} ta ariza javobingizni kutmoqda.`,
      to: '/organizer/applications?status=pending',
      action: 'Arizalarni ko‘rib chiqish',
    },
    draft_opportunities > 0 &&
      !isReviewer && {
        text: `${formatNumber(draft_opportunities)} ta qoralama hali e’lon qilinmagan.`,
        to: '/organizer/events?status=draft',
        action: 'Qoralamalarga o‘tish',
      },
    active_opportunities === 0 &&
      !isReviewer && {
        text: 'Hozir ariza qabul qilayotgan tadbiringiz yo‘q.',
        to: '/create',
        action: 'Yangi imkoniyat yaratish',
      },
    {
      text: 'Tashkilot profili to‘liq bo‘lsa, talabalar sizga ko‘proq ishonadi.',
      to: '/organizer/profile',
      action: 'Profilni ko‘rish',
    },
  ].filter((tip) => tip !== false);

const Tips = ({ figures, isReviewer }: { figures: Dashboard; isReviewer: boolean }) => (
  <Card aria-labelledby="tips">
    <h2 id="tips" className="text-lg font-semibold">
      Keyingi qadamlar
    </h2>
    <ul className="mt-3 space-y-3">
      {nextSteps(figures, isReviewer).map(({ text, to, action }) => (
        <li key={to} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>{text}</span>
          <Link to={to} className="inline-flex min-h-11 items-center py-2 font-medium text-brand underline underline-offset-4">
            {action}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

const OrganizerDashboard = () => {
  usePage('Statistika');
  const { data, error, isError, refetch } = useQuery({ ...dashboardQuery(), ...polling });
  const isReviewer = useIsReviewer();
  const noOrganization = error instanceof ApiError && error.status === 404;
  return (
    <div className="space-y-6">
      <PageTitle>Statistika</PageTitle>
      {isError && !data && !noOrganization && <LoadError error={error} onRetry={() => refetch()} />}
      {noOrganization && (
        <EmptyState
          title="Tashkilot profili topilmadi"
          action={<LinkButton to="/organizer/profile">Tashkilot profiliga o‘tish</LinkButton>}
        />
      )}
      {!(isError && !data) && (
        <StatGrid label="Asosiy ko‘rsatkichlar">
          <StatCard label="Jami tadbirlar" value={data?.total_opportunities} />
          <StatCard label="Faol tadbirlar" value={data?.active_opportunities} />
          <StatCard label="So‘nggi 30 kundagi arizalar" value={data?.recent_applications} />
          <StatCard label="Qabul qilish darajasi" value={data && `${data.acceptance_rate}%`} />
        </StatGrid>
      )}
      <div className="grid grid-cols-2 gap-3 sm:flex">
        {!isReviewer && (
          <LinkButton to="/create" className="max-sm:col-span-2">
            <CalendarPlus aria-hidden="true" className="size-5" />
            Yangi imkoniyat
          </LinkButton>
        )}
        <LinkButton to="/organizer/events" variant="secondary">
          Tadbirlar
        </LinkButton>
        <LinkButton to="/organizer/applications" variant="secondary">
          Arizalar
        </LinkButton>
      </div>
      {!data && !isError && (
        <div role="status" className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Yuklanmoqda...</span>
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      )}
      {data && (
        <>
          <div className="grid gap-4 lg:grid-cols-2">
            <Top items={data.top_opportunities} />
            <Deadlines items={data.upcoming_deadlines} isReviewer={isReviewer} />
          </div>
          <Tips figures={data} isReviewer={isReviewer} />
          {data.total_opportunities > 0 && (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Charts />
            </Suspense>
          )}
        </>
      )}
    </div>
  );
};
export default organizersOnly(OrganizerDashboard);
