import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { missingOpportunityId } from '#contract/messages.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { parseId } from '#contract/screens.ts';
import { opportunityQuery } from '../../data/opportunities/opportunities.ts';
import { ApiError } from '../../lib/api.ts';
import { goBack, useLocation, useNavigate, useParams } from '../../lib/router.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Skeleton } from '../../ui/Card.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { Page, TopBar } from './Page.tsx';
import { useOwnApplication, type ViewerApplication } from './useOwnApplication.ts';

const applyLayer = () => import('./apply/ApplyLayer.tsx');
const ApplyLayer = lazyWithRetry(applyLayer);
const Preview = lazyWithRetry(() => import('./preview/Preview.tsx'));
const OwnApplicationPanel = lazyWithRetry(() => import('./OwnApplicationPanel.tsx'));

const loadFailed = "Imkoniyat ma'lumotlarini yuklashda xatolik yuz berdi.";

/** The server's message or that there is no connection; otherwise a general message. */
const loadErrorText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 0 || error.body !== null) ? error.message : loadFailed;

const Opportunity = () => {
  const id = parseId(useParams().id);
  const { data, error, refetch } = useQuery(opportunityQuery(id));
  usePage(data?.title ?? 'Imkoniyat');
  // Removed meanwhile: the cached reply must not be shown.
  const isGone = error instanceof ApiError && error.status === 404;
  const isPreview = /\bpreview=1\b/.test(useLocation().search);
  if (data && !isGone)
    return isPreview && data.can_edit ? (
      <Suspense>
        <Preview item={data} />
      </Suspense>
    ) : (
      <Loaded key={id} item={data} />
    );
  const isValid = Number.isSafeInteger(id);
  return (
    <div className="space-y-4">
      <TopBar />
      {error || !isValid ? (
        <>
          <PageTitle className="sr-only">Imkoniyat</PageTitle>
          <LoadError message={isValid ? loadErrorText(error) : missingOpportunityId} onRetry={isValid ? () => refetch() : undefined} />
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

const Loaded = ({ item }: { item: OpportunityDetail }) => {
  const { id } = item;
  const own = useOwnApplication(item);
  const layer = useApplyLayer(id);
  useRecordView(id, own.viewer);
  // Loads the form before it is opened.
  useEffect(() => {
    if (own.canApply) applyLayer().catch(() => {});
  }, [own.canApply]);
  return (
    <Page
      item={item}
      own={own}
      onApply={layer.open}
      mine={own.application?.id != null && <OwnApplicationPanel application={own.application} title={item.title} />}
    >
      {layer.isOpen && own.canApply && (
        <Suspense
          fallback={
            <p role="status" className="fixed inset-0 z-20 bg-page p-5 text-muted">
              Yuklanmoqda...
            </p>
          }
        >
          <ApplyLayer opportunity={item} onClose={layer.close} onDone={layer.close} />
        </Suspense>
      )}
    </Page>
  );
};

/** Records a view after two seconds; views of organizers and administrators do not count. */
const useRecordView = (id: number, viewer: ViewerApplication['viewer']) => {
  const counts = viewer === null || viewer === 'student';
  useEffect(() => {
    if (!counts) return;
    const timer = setTimeout(
      () => import('../../data/opportunities/record-view.ts').then(({ recordView }) => recordView(id)).catch(() => {}),
      2000,
    );
    return () => clearTimeout(timer);
  }, [id, counts]);
};

const openedHere = { apply: true };

/** The application form has its own address: Back closes it and a reload keeps it open. */
const useApplyLayer = (id: number) => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return {
    isOpen: new URLSearchParams(search).get('apply') === '1',
    open: () => navigate(`/event/${id}?apply=1`, { state: openedHere }),
    close: () => {
      if ((state as typeof openedHere | null)?.apply) goBack();
      else navigate(`/event/${id}`, { replace: true });
    },
  };
};
