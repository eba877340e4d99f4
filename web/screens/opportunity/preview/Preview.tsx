import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { applyObstacle } from '#contract/opportunity-rules.ts';
import { goBack, useLocation, useNavigate } from '../../../lib/router.tsx';
import { type PublicationChange, PublicationDialog } from '../../../parts/opportunity/PublishButtons.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { lazyWithRetry } from '../../../ui/lazyWithRetry.tsx';
import { Page } from '../Page.tsx';
import type { ViewerApplication } from '../useOwnApplication.ts';

const Demonstration = lazyWithRetry(() => import('./Demonstration.tsx'));

/** The opportunity for a student who has not applied; a draft as if it were published. */
const studentView = (item: OpportunityDetail): { item: OpportunityDetail; own: ViewerApplication } => {
  const status = item.status === 'draft' ? 'published' : item.status;
  const obstacle = applyObstacle(item, 'student', null);
  const canApply = obstacle === null;
  return {
    item: { ...item, status, can_edit: false, can_apply: canApply },
    own: { viewer: 'student', application: undefined, isChecking: false, obstacle, canApply },
  };
};

const openedHere = { demonstration: true };

/** The page as students see it, for members who may edit the opportunity. */
const Preview = ({ item }: { item: OpportunityDetail }) => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [change, setChange] = useState<PublicationChange | null>(null);
  const shown = studentView(item);
  const previewPath = `/event/${item.id}?preview=1`;
  const close = () => {
    if ((state as typeof openedHere | null)?.demonstration) goBack();
    else navigate(previewPath, { replace: true });
  };
  return (
    <>
      <aside
        aria-label="Oldindan ko‘rish"
        className="z-20 mx-auto mb-3 flex max-w-4xl flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-brand bg-brand-soft px-4 py-3 text-brand-strong md:sticky md:top-18"
      >
        <p className="flex min-w-0 grow basis-60 items-center gap-2 font-semibold">
          <Eye aria-hidden="true" className="size-5 shrink-0" />
          Oldindan ko‘rish: talabalar sahifani shunday ko‘radi
        </p>
        <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
          <LinkButton to={`/organizer/events/${item.id}/edit`} variant="secondary">
            Tahrirlash
          </LinkButton>
          {item.status === 'draft' && <Button onClick={() => setChange({ to: 'published', item })}>E’lon qilish</Button>}
        </div>
      </aside>
      <Page {...shown} onApply={() => navigate(`${previewPath}&apply=1`, { state: openedHere })}>
        {shown.own.canApply && /\bapply=1\b/.test(search) && <Demonstration item={shown.item} onClose={close} />}
      </Page>
      <PublicationDialog change={change} onDone={() => setChange(null)} />
    </>
  );
};
export default Preview;
