import { useRef } from 'react';
import type { OpportunityCard } from '#contract/opportunity.ts';
import { useDuplicate } from '../../../data/opportunities/own-opportunities.ts';
import { messageFor } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { useNavigate } from '../../../lib/router.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** A copy with the questions and the judging, opened at once to be given its dates. */
export const DuplicateButton = ({ item }: { item: OpportunityCard }) => {
  const duplicate = useDuplicate();
  const navigate = useNavigate();
  /** Kept until a copy was made: a try whose answer was lost makes no second one. */
  const key = useRef('');
  const copy = () => {
    key.current ||= newIdempotencyKey();
    duplicate.mutate(
      { id: item.id, idempotencyKey: key.current },
      {
        onSuccess: ({ id }) => {
          key.current = '';
          navigate(`/organizer/events/${id}/edit`);
          toastSuccess('Nusxa yaratildi', 'Bu qoralama. Sanalarini kiriting, tayyor bo‘lgach e’lon qiling.');
        },
        onError: (error) => toastError(messageFor(error)),
      },
    );
  };
  return (
    <Button look="secondary" busy={duplicate.isPending} onClick={copy}>
      Nusxa olish
    </Button>
  );
};
