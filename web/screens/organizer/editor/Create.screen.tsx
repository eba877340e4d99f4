import { useQuery } from '@tanstack/react-query';
import { opportunityInput } from '#contract/opportunity.ts';
import { useCreateOpportunity } from '../../../data/opportunities/own-opportunities.ts';
import { organizationQuery } from '../../../data/organizations/organization.ts';
import { ApiError } from '../../../lib/api.ts';
import { removeFormDraft } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { useNavigate } from '../../../lib/router.tsx';
import { useSession } from '../../../lib/session.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { usePage } from '../../../shell/Page.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { OpportunityForm } from '../form/OpportunityForm.tsx';
import { createPayload, emptyOpportunity } from '../form/values.ts';
import { organizersOnly } from '../shared/organizersOnly.tsx';
import { ReviewerNotice } from '../shared/ReviewerNotice.tsx';
import { FormHeader, FormSkeleton } from './FormFrame.tsx';
import { serverDetail } from './serverDetail.ts';

const NoOrganization = () => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-2xl border border-danger bg-danger-soft p-5 text-danger">
    <h2 className="text-lg font-semibold">Tashkilot profili topilmadi</h2>
    <p>Tashkilot profili topilmadi. Imkoniyat yaratishdan oldin tashkilot profilini to'ldiring.</p>
    <LinkButton to="/organizer/profile" variant="secondary">
      Tashkilot profiliga o‘tish
    </LinkButton>
  </div>
);

const Create = () => {
  usePage('Yangi imkoniyat yaratish');
  const session = useSession();
  const organization = useQuery(organizationQuery());
  const create = useCreateOpportunity();
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const draftName = `create:${session?.user_id}`;
  const refused = organization.error instanceof ApiError && [403, 404].includes(organization.error.status);

  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <FormHeader title="Yangi imkoniyat yaratish" />
      {organization.isPending && <FormSkeleton />}
      {refused && <NoOrganization />}
      {organization.isError && !organization.data && !refused && (
        <LoadError error={organization.error} onRetry={() => organization.refetch()} />
      )}
      {organization.data?.role === 'reviewer' && <ReviewerNotice />}
      {organization.data && organization.data.role !== 'reviewer' && (
        <OpportunityForm
          initial={emptyOpportunity}
          schema={opportunityInput}
          payload={createPayload}
          item={null}
          submitLabel="Yaratish"
          previewLabel="Qoralama sifatida saqlab, ko‘rish"
          draftName={draftName}
          onSend={async (body, content) => {
            try {
              return await create.mutateAsync({ body: body as never, idempotencyKey: keyFor(content) });
            } catch (error) {
              toastError(serverDetail(error) ?? 'Imkoniyatni yaratishda xatolik yuz berdi');
              throw error;
            }
          }}
          // The opportunity exists now: another create would duplicate it, so the edit screen continues.
          onCriteriaFailed={({ id }) => {
            removeFormDraft(draftName);
            navigate(`/organizer/events/${id}/edit`, { replace: true });
          }}
          onSaved={({ id }, opensPreview) => {
            toastSuccess('Muvaffaqiyat!', 'Imkoniyat muvaffaqiyatli yaratildi.');
            navigate(opensPreview ? `/event/${id}?preview=1` : '/organizer/events');
          }}
        />
      )}
    </div>
  );
};
export default organizersOnly(Create);
