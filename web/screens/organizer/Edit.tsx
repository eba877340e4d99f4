import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { editedOpportunityQuery, useUpdateOpportunity } from '../../data/own-opportunities.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { onGuardedEntry } from '../../ui/useLeaveGuard.tsx';
import { detailOf } from './form/detailOf.ts';
import { FormHeader, FormSkeleton } from './form/FormFrame.tsx';
import { OpportunityForm } from './form/OpportunityForm.tsx';
import { changePayload, changeSchemaOf, valuesOf } from './form/values.ts';
import { organizersOnly } from './OrganizersOnly.tsx';

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

const Filled = ({ item }: { item: OpportunityDetail }) => {
  const navigate = useNavigate();
  const update = useUpdateOpportunity(item.id);
  const start = useMemo(() => {
    const initial = valuesOf(item);
    return { initial, schema: changeSchemaOf(initial), payload: changePayload(initial) };
  }, [item]);
  return (
    <OpportunityForm
      {...start}
      cover={item.cover_image}
      submitLabel="Yangilash"
      onSend={async (body) => {
        try {
          await update.mutateAsync(body as never);
        } catch (error) {
          toastError(detailOf(error) ?? 'Imkoniyatni yangilashda xatolik yuz berdi');
          throw error;
        }
        toastSuccess('Imkoniyat yangilandi', "Tadbir ma'lumotlari muvaffaqiyatli saqlandi.");
        navigate('/organizer/events', { replace: onGuardedEntry() });
      }}
    />
  );
};

const Loaded = ({ id }: { id: number }) => {
  const opportunity = useQuery(editedOpportunityQuery(id));
  if (opportunity.isPending) return <FormSkeleton />;
  const missing = opportunity.error instanceof ApiError && opportunity.error.status === 404;
  // Somebody else's can be read by everybody, and be edited by its owner alone.
  if (missing || opportunity.data?.can_edit === false)
    return (
      <Alert title="Tadbir topilmadi">
        <p>Ushbu tadbir mavjud emas yoki o'chirilgan bo'lishi mumkin...</p>
        <ToEvents />
      </Alert>
    );
  if (!opportunity.data)
    return (
      <Alert title="Tadbirni yuklab bo'lmadi">
        <p>{messageFor(opportunity.error)}</p>
        <Button look="secondary" onClick={() => opportunity.refetch()}>
          Qayta urinish
        </Button>
      </Alert>
    );
  return <Filled item={opportunity.data} />;
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
