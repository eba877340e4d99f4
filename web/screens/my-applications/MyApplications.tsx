import { useInfiniteQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  Hourglass,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  Search,
} from 'lucide-react';
import type { OwnApplication } from '#contract/application.ts';
import { type ApplicationStatus, applicationStatuses, groupOf } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { ownApplicationsQuery } from '../../data/applications.ts';
import { Link } from '../../lib/router.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { ReinstateButton, WithdrawButton } from '../../parts/WithdrawButton.tsx';
import { RequireUser } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Badge, EmptyState, Skeleton } from '../../ui/Card.tsx';

type Tone = Parameters<typeof Badge>[0]['tone'];
interface Look {
  icon: LucideIcon;
  tone: Tone;
  explanation: string;
}

/** What each status means to the one who waits. */
const looks: Record<ApplicationStatus, Look> = {
  pending: { icon: Hourglass, tone: 'warning', explanation: 'Arizangiz yetib bordi va ko‘rib chiqilishini kutmoqda.' },
  under_review: { icon: Search, tone: 'brand', explanation: 'Tashkilot arizangizni ko‘rib chiqmoqda.' },
  interview_scheduled: {
    icon: MessagesSquare,
    tone: 'brand',
    explanation: 'Siz bilan suhbat belgilangan. Tashkilot elektron pochta yoki telefon orqali bog‘lanadi.',
  },
  accepted: { icon: CircleCheck, tone: 'success', explanation: 'Tabriklaymiz! Arizangiz qabul qilindi.' },
  rejected: {
    icon: CircleX,
    tone: 'danger',
    explanation: 'Afsuski, bu safar arizangiz qabul qilinmadi. Boshqa imkoniyatlar sizni kutmoqda.',
  },
  withdrawn: { icon: CircleMinus, tone: 'neutral', explanation: 'Siz bu arizani bekor qilgansiz.' },
};
const unknown: Look = { icon: CircleQuestionMark, tone: 'neutral', explanation: 'Ariza holati haqida ma’lumot yo‘q.' };

const ApplicationCard = ({ application }: { application: OwnApplication }) => {
  const { id, opportunity, title, organization_name, status, reason, applied_at, updated_at, result_announcement_date } = application;
  const { icon: Icon, tone, explanation } = looks[status] ?? unknown;
  const to = `/event/${opportunity}`;
  return (
    <article className="relative flex h-full flex-col rounded-2xl border border-line bg-surface p-5 shadow-card focus-within:border-brand hover:border-brand">
      <Badge tone={tone} className="self-start">
        <Icon aria-hidden="true" className="size-4" />
        {applicationStatuses[status] ?? 'Holat aniqlanmagan'}
      </Badge>
      <h2 className="mt-2 text-lg font-semibold">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-2xl">
          {title}
        </Link>
      </h2>
      <p className="text-muted">{organization_name}</p>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-muted">Ariza yuborildi</dt>
          <dd className="font-medium">{formatDate(applied_at)}</dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-muted">So‘nggi yangilanish</dt>
          <dd className="font-medium">{formatDate(updated_at)}</dd>
        </div>
        {result_announcement_date && groupOf(status) === 'in_progress' && (
          <div className="flex gap-1.5">
            <dt className="text-muted">Natija e’lon qilinadi</dt>
            <dd className="font-medium">{formatDate(result_announcement_date)}</dd>
          </div>
        )}
      </dl>
      <div className="mt-3 rounded-xl bg-sunken p-3">
        <p>{explanation}</p>
        {reason && <p className="mt-1 whitespace-pre-line">Tashkilot izohi: {reason}</p>}
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <CalendarCheck aria-hidden="true" className="size-4 shrink-0" />
          Yangilangan: {formatDate(updated_at, { time: true })}
        </p>
      </div>
      {(status === 'accepted' || application.can_withdraw || application.can_reinstate) && (
        // Above the link that covers the card.
        <div className="relative z-10 mt-auto flex flex-wrap gap-3 pt-4">
          {status === 'accepted' && <LinkButton to={to}>Tadbir haqida batafsil</LinkButton>}
          {application.can_withdraw && <WithdrawButton id={id} title={title} />}
          {application.can_reinstate && <ReinstateButton id={id} />}
        </div>
      )}
    </article>
  );
};

const Waiting = () => (
  <div role="status" className="space-y-4">
    <p className="text-muted">Yuklanmoqda...</p>
    <Skeleton className="h-60" />
    <Skeleton className="h-60" />
  </div>
);

const OwnApplications = () => {
  const { data, error, isPending, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(ownApplicationsQuery());
  if (isPending) return <Waiting />;
  if (!data) return <Failure error={error} onRetry={() => refetch()} />;
  const applications = data.pages.flatMap((page) => page.results);
  if (applications.length === 0) {
    return (
      <EmptyState
        title="Sizda hali arizalar yo'q"
        icon={<Inbox aria-hidden="true" className="size-10" />}
        action={<LinkButton to="/">Tadbirlarni ko‘rish</LinkButton>}
      >
        Imkoniyatni tanlang va ariza topshiring: holatini shu yerda kuzatasiz.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-4" aria-busy={isFetching || undefined}>
      {error && !isFetchNextPageError && <Failure error={error} onRetry={() => refetch()} />}
      <ul className="grid gap-4 lg:grid-cols-2">
        {applications.map((application) => (
          <li key={application.id}>
            <ApplicationCard application={application} />
          </li>
        ))}
      </ul>
      {isFetchNextPageError && <Failure error={error} onRetry={() => fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <Button look="secondary" className="w-full" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? 'Yuklanmoqda...' : 'Yana ko‘rsatish'}
        </Button>
      )}
    </div>
  );
};

const MyApplications = () => {
  usePage('Arizalarim');
  return (
    <RequireUser kind="student">
      <PageTitle>Arizalarim</PageTitle>
      <p className="mt-1 mb-5 text-muted">Yuborgan arizalaringiz holatini shu yerda kuzatib boring.</p>
      <OwnApplications />
    </RequireUser>
  );
};
export default MyApplications;
