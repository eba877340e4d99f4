import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import type { ReviewSettings } from '#contract/review.ts';
import { editedOpportunityQuery, useUpdateOpportunity } from '../../../data/opportunities/own-opportunities.ts';
import { organizationQuery } from '../../../data/organizations/organization.ts';
import { reviewSettingsQuery } from '../../../data/review/criteria-and-charts.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useNavigate, useParams } from '../../../lib/router.tsx';
import { useSession } from '../../../lib/session.ts';
import { usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { isGuardEntry } from '../../../ui/useLeaveGuard.tsx';
import { OpportunityForm } from '../form/OpportunityForm.tsx';
import { readUnsavedCriteria, toReviewCriteriaValues } from '../form/reviewCriteria.ts';
import { changePayload, changeSchema, toOpportunityValues } from '../form/values.ts';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { ReviewerNotice } from '../shared/ReviewerNotice.tsx';
import { FormHeader, FormSkeleton } from './FormFrame.tsx';
import { serverDetail } from './serverDetail.ts';

const Alert = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </div>
);
const BackToEvents = () => (
  <LinkButton to="/organizer/events" variant="secondary">
    Tadbirlarga qaytish
  </LinkButton>
);

const Editor = ({ item, settings }: { item: OpportunityDetail; settings: ReviewSettings }) => {
  const navigate = useNavigate();
  const userId = useSession()?.user_id;
  const update = useUpdateOpportunity(item.id);
  /** The version a change is compared with; newer than `item` after a submit that saved only the opportunity. */
  const [base, setBase] = useState(item);
  const [unsavedCriteria] = useState(() => readUnsavedCriteria(item.id));
  const start = useMemo(() => {
    const initial = toOpportunityValues(base, toReviewCriteriaValues(settings));
    return { initial, schema: changeSchema(initial), payload: changePayload(initial) };
  }, [base, settings]);
  return (
    <OpportunityForm
      {...start}
      item={base}
      reviewCount={settings.review_count}
      unsavedCriteria={unsavedCriteria}
      // One draft per version: a draft of an older version would undo a colleague's later change.
      draftName={`edit:${userId}:${item.id}:${base.updated_at}`}
      submitLabel="Yangilash"
      previewLabel="Saqlab, talaba ko‘zi bilan ko‘rish"
      onSend={async (body) => {
        try {
          return await update.mutateAsync(body as never);
        } catch (error) {
          toastError(serverDetail(error) ?? 'Imkoniyatni yangilashda xatolik yuz berdi');
          throw error;
        }
      }}
      onCriteriaFailed={setBase}
      onSaved={({ id }, opensPreview) => {
        toastSuccess('Imkoniyat yangilandi', "Tadbir ma'lumotlari muvaffaqiyatli saqlandi.");
        navigate(opensPreview ? `/event/${id}?preview=1` : '/organizer/events', { replace: isGuardEntry() });
      }}
    />
  );
};

const OwnOpportunity = ({ id }: { id: number }) => {
  const opportunity = useQuery(editedOpportunityQuery(id));
  const isOwn = opportunity.data?.can_edit === true;
  const organization = useQuery({ ...organizationQuery(), enabled: opportunity.data?.can_edit === false });
  const settings = useQuery({ ...reviewSettingsQuery(id), enabled: isOwn });
  if (opportunity.isPending || (isOwn && settings.isPending)) return <FormSkeleton />;
  if (opportunity.data?.can_edit === false && organization.isPending) return <FormSkeleton />;
  if (organization.data?.role === 'reviewer' && organization.data.id === opportunity.data?.organization_id) return <ReviewerNotice />;
  const missing = opportunity.error instanceof ApiError && opportunity.error.status === 404;
  // Anyone may read another organization's opportunity; only its own members edit it.
  if (missing || opportunity.data?.can_edit === false)
    return (
      <Alert title="Tadbir topilmadi">
        <p>Ushbu tadbir mavjud emas yoki o'chirilgan bo'lishi mumkin...</p>
        <BackToEvents />
      </Alert>
    );
  const failed = opportunity.data ? settings : opportunity;
  if (!opportunity.data || !settings.data)
    return (
      <Alert title="Tadbirni yuklab bo'lmadi">
        <p>{messageFor(failed.error)}</p>
        <Button variant="secondary" onClick={() => failed.refetch()}>
          Qayta urinish
        </Button>
      </Alert>
    );
  return <Editor item={opportunity.data} settings={settings.data} />;
};

const Edit = () => {
  usePage('Imkoniyatni tahrirlash');
  const eventId = useParams<{ eventId: string }>().eventId ?? '';
  const id = Number(eventId);
  const valid = /^\d{1,10}$/.test(eventId) && id > 0 && id <= 2147483647;
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <FormHeader title="Imkoniyatni tahrirlash" />
      {valid ? (
        <OwnOpportunity key={id} id={id} />
      ) : (
        <Alert title="Noto'g'ri havola">
          <BackToEvents />
        </Alert>
      )}
    </div>
  );
};
export default organizersOnly(Edit);
