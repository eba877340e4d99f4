import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import type { Judging } from '#contract/review.ts';
import { editedOpportunityQuery, useUpdateOpportunity } from '../../../data/opportunities/own-opportunities.ts';
import { organizationQuery } from '../../../data/organizations/organization.ts';
import { judgingQuery } from '../../../data/review/criteria-and-charts.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useNavigate, useParams } from '../../../lib/router.tsx';
import { useSession } from '../../../lib/session.ts';
import { usePage } from '../../../shell/Page.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { onGuardedEntry } from '../../../ui/useLeaveGuard.tsx';
import { detailOf } from '../form/serverDetail.ts';
import { FormHeader, FormSkeleton } from '../form/FormFrame.tsx';
import { OpportunityForm } from '../form/OpportunityForm.tsx';
import { judgingValuesOf, readUnsaved } from '../form/reviewCriteria.ts';
import { changePayload, changeSchemaOf, valuesOf } from '../form/values.ts';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { ReviewersRead } from '../shared/ReviewersRead.tsx';

const Alert = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </div>
);
const ToEvents = () => (
  <LinkButton to="/organizer/events" look="secondary">
    Tadbirlarga qaytish
  </LinkButton>
);

const Filled = ({ item, judging }: { item: OpportunityDetail; judging: Judging }) => {
  const navigate = useNavigate();
  const person = useSession()?.user_id;
  const update = useUpdateOpportunity(item.id);
  /** What a change is measured against: newer than `item` once only half of a submit was saved. */
  const [base, setBase] = useState(item);
  const [unjudged] = useState(() => readUnsaved(item.id));
  const start = useMemo(() => {
    const initial = valuesOf(base, judgingValuesOf(judging));
    return { initial, schema: changeSchemaOf(initial), payload: changePayload(initial) };
  }, [base, judging]);
  return (
    <OpportunityForm
      {...start}
      item={base}
      reviewCount={judging.review_count}
      unjudged={unjudged}
      // Of this version alone: what was typed upon an older one would undo what a colleague changed since.
      keepAs={`edit:${person}:${item.id}:${base.updated_at}`}
      submitLabel="Yangilash"
      previewLabel="Saqlab, talaba ko‘zi bilan ko‘rish"
      onSend={async (body) => {
        try {
          return await update.mutateAsync(body as never);
        } catch (error) {
          toastError(detailOf(error) ?? 'Imkoniyatni yangilashda xatolik yuz berdi');
          throw error;
        }
      }}
      onUnjudged={setBase}
      onSaved={({ id }, previews) => {
        toastSuccess('Imkoniyat yangilandi', "Tadbir ma'lumotlari muvaffaqiyatli saqlandi.");
        navigate(previews ? `/event/${id}?preview=1` : '/organizer/events', { replace: onGuardedEntry() });
      }}
    />
  );
};

const Loaded = ({ id }: { id: number }) => {
  const opportunity = useQuery(editedOpportunityQuery(id));
  const isOwn = opportunity.data?.can_edit === true;
  const organization = useQuery({ ...organizationQuery(), enabled: opportunity.data?.can_edit === false });
  const judging = useQuery({ ...judgingQuery(id), enabled: isOwn });
  if (opportunity.isPending || (isOwn && judging.isPending)) return <FormSkeleton />;
  if (opportunity.data?.can_edit === false && organization.isPending) return <FormSkeleton />;
  if (organization.data?.role === 'reviewer' && organization.data.id === opportunity.data?.organization_id) return <ReviewersRead />;
  const missing = opportunity.error instanceof ApiError && opportunity.error.status === 404;
  // Somebody else's can be read by everybody, and be edited by its owner alone.
  if (missing || opportunity.data?.can_edit === false)
    return (
      <Alert title="Tadbir topilmadi">
        <p>Ushbu tadbir mavjud emas yoki o'chirilgan bo'lishi mumkin...</p>
        <ToEvents />
      </Alert>
    );
  const failed = opportunity.data ? judging : opportunity;
  if (!opportunity.data || !judging.data)
    return (
      <Alert title="Tadbirni yuklab bo'lmadi">
        <p>{messageFor(failed.error)}</p>
        <Button look="secondary" onClick={() => failed.refetch()}>
          Qayta urinish
        </Button>
      </Alert>
    );
  return <Filled item={opportunity.data} judging={judging.data} />;
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
        <Loaded key={id} id={id} />
      ) : (
        <Alert title="Noto'g'ri havola">
          <ToEvents />
        </Alert>
      )}
    </div>
  );
};
export default organizersOnly(Edit);
