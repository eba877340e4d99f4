import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Home } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { missingOpportunityId } from '#contract/messages.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { idIn } from '#contract/screens.ts';
import { opportunityQuery } from '../../data/opportunities.ts';
import { ApiError } from '../../lib/api.ts';
import { Link, useBack, useLocation, useNavigate, useParams } from '../../lib/router.tsx';
import { FeaturedBadge, StatusBadge } from '../../parts/badges.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Skeleton } from '../../ui/Card.tsx';
import { AboutOrganization } from './AboutOrganization.tsx';
import { ApplyBar } from './ApplyBar.tsx';
import { MainCard } from './MainCard.tsx';
import { Sections } from './Sections.tsx';
import { useOwnApplication } from './useOwnApplication.ts';

const ApplyLayer = lazy(() => import('./apply/ApplyLayer.tsx'));
const OwnApplication = lazy(() => import('./OwnApplication.tsx'));

const loadFailed = "Imkoniyat ma'lumotlarini yuklashda xatolik yuz berdi.";

/** The server's own words, or that there is no connection; a failure that explains nothing gets ours. */
const reasonOf = (error: unknown): string =>
  error instanceof ApiError && (error.status === 0 || error.body !== null) ? error.message : loadFailed;

const iconLink = 'inline-flex size-12 shrink-0 items-center justify-center rounded-xl text-muted hover:bg-sunken hover:text-ink';

/** Back and home are links, so that they work before the page has come alive. */
const TopBar = ({ children }: { children?: ReactNode }) => {
  const back = useBack();
  return (
    <div className="-mx-2 flex min-h-12 flex-wrap items-center gap-1">
      <Link
        to="/"
        className={iconLink}
        aria-label="Orqaga"
        onClick={(event) => {
          event.preventDefault();
          back();
        }}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <Link to="/" className={`${iconLink} md:hidden`} aria-label="Bosh sahifa">
        <Home aria-hidden="true" />
      </Link>
      <div className="ml-auto flex min-w-0 flex-wrap justify-end gap-2 pr-2">{children}</div>
    </div>
  );
};

const Opportunity = () => {
  const id = idIn(useParams().id);
  const { data, error, refetch } = useQuery(opportunityQuery(id));
  usePage(data?.title ?? 'Imkoniyat');
  // Taken down meanwhile: what this browser remembers of it is nobody's to see, and nothing can be sent to it.
  const isGone = error instanceof ApiError && error.status === 404;
  if (data && !isGone) return <Shown key={id} item={data} />;
  const isKnown = Number.isSafeInteger(id);
  return (
    <div className="space-y-4">
      <TopBar />
      {error || !isKnown ? (
        <>
          <PageTitle className="sr-only">Imkoniyat</PageTitle>
          <Failure message={isKnown ? reasonOf(error) : missingOpportunityId} onRetry={isKnown ? () => refetch() : undefined} />
        </>
      ) : (
        <div role="status" className="space-y-4">
          <p className="text-muted">Ma'lumotlar yuklanmoqda...</p>
          <Skeleton className="h-96 rounded-2xl" />
          <Skeleton className="h-56 rounded-2xl" />
        </div>
      )}
    </div>
  );
};
export default Opportunity;

const Shown = ({ item }: { item: OpportunityDetail }) => {
  const own = useOwnApplication(item);
  const layer = useApplyLayer(item.id);
  return (
    <article data-kind={item.opportunity_type} className="mx-auto max-w-4xl">
      <TopBar>
        {item.featured && <FeaturedBadge />}
        <StatusBadge status={item.status} />
      </TopBar>
      <div className="mt-2 space-y-4">
        <MainCard item={item} />
        {own.application?.id != null && (
          <Suspense>
            <OwnApplication application={own.application} title={item.title} />
          </Suspense>
        )}
        <Sections item={item} />
        <AboutOrganization organization={item.organization} />
      </div>
      <ApplyBar item={item} own={own} onApply={layer.open} />
      {layer.isOpen && own.canApply && (
        <Suspense>
          <ApplyLayer opportunity={item} onClose={layer.close} onDone={layer.close} />
        </Suspense>
      )}
    </article>
  );
};

const openedHere = { apply: true };

/** The application form is an address of its own: the phone's Back closes it and a reload keeps it. */
const useApplyLayer = (id: number) => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: new URLSearchParams(search).get('apply') === '1',
    open: () => navigate(`/event/${id}?apply=1`, { state: openedHere }),
    close: () => {
      if ((state as typeof openedHere | null)?.apply) window.history.back();
      else navigate(`/event/${id}`, { replace: true });
    },
  };
};
