import { useRef } from 'react';
import type { OpportunitySummary } from '#contract/opportunity.ts';
import { useDuplicate } from '../../../data/opportunities/own-opportunities.ts';
import { messageFor } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { useNavigate } from '../../../lib/router.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** Copies the opportunity with its questions and review settings, and opens the copy for its dates. */
export const DuplicateButton = ({ item }: { item: OpportunitySummary }) => {
  const duplicate = useDuplicate();
  const navigate = useNavigate();
  /** One key until a copy is created, so that a retry after a lost reply creates no second copy. */
  const idempotencyKey = useRef('');
  const createCopy = () => {
    idempotencyKey.current ||= newIdempotencyKey();
    duplicate.mutate(
      { id: item.id, idempotencyKey: idempotencyKey.current },
      {
        onSuccess: ({ id }) => {
          idempotencyKey.current = '';
          navigate(`/organizer/events/${id}/edit`);
          toastSuccess('Nusxa yaratildi', 'Bu qoralama. Sanalarini kiriting, tayyor bo‘lgach e’lon qiling.');
        },
        onError: (error) => toastError(messageFor(error)),
      },
    );
  };
  return (
    <Button variant="secondary" busy={duplicate.isPending} onClick={createCopy}>
      Nusxa olish
    </Button>
  );
};
