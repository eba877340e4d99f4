import type { OpportunitySummary } from '#contract/opportunity.ts';
import { useClose, usePublish } from '../../data/opportunities/own-opportunities.ts';
import { messageFor } from '../../lib/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

export interface PublicationChange {
  to: 'published' | 'closed';
  item: OpportunitySummary;
}

const PublicationConsequences = ({ to, item }: PublicationChange) =>
  to === 'published' ? (
    <>
      <p>“{item.title}” hammaga ko‘rinadi va ro‘yxatlarda chiqadi.</p>
      {item.is_deadline_passed ? (
        <p className="font-medium text-warning">
          Ariza muddati o‘tgan: talabalar uni ko‘radi, lekin ariza topshira olmaydi. Ariza qabul qilish uchun avval muddatni yangilang.
        </p>
      ) : (
        <p>Talabalar darhol ariza topshirishi mumkin bo‘ladi.</p>
      )}
    </>
  ) : (
    <>
      <p>“{item.title}” ro‘yxatlardan olinadi va yangi ariza qabul qilinmaydi. Keyin uni qayta ochishingiz mumkin.</p>
      <p>
        {item.application_count > 0
          ? `Yuborilgan ${item.application_count} ta ariza o‘z holatida qoladi, ularni ko‘rib chiqishda davom etasiz.`
          : 'Unga hali ariza yuborilmagan.'}
      </p>
    </>
  );

/** Confirmation of publishing, reopening and closing with its consequences. */
export const PublicationDialog = ({ change, onDone }: { change: PublicationChange | null; onDone(): void }) => {
  const publish = usePublish();
  const close = useClose();
  if (!change) return null;
  const opening = change.to === 'published';
  const again = change.item.status !== 'draft';
  const act = () =>
    (opening ? publish : close).mutate(change.item.id, {
      onSuccess: () => toastSuccess(opening ? 'Imkoniyat e’lon qilindi' : 'Imkoniyat yopildi'),
      onError: (error) => toastError(messageFor(error)),
      onSettled: onDone,
    });
  return (
    <ConfirmDialog
      open
      backStep="question"
      title={opening ? (again ? 'Imkoniyatni qayta ochish' : 'Imkoniyatni e’lon qilish') : 'Imkoniyatni yopish'}
      confirm={opening ? (again ? 'Qayta ochish' : 'E’lon qilish') : 'Imkoniyatni yopish'}
      danger={!opening}
      busy={publish.isPending || close.isPending}
      onConfirm={act}
      onClose={onDone}
    >
      <div className="space-y-2">
        <PublicationConsequences {...change} />
      </div>
    </ConfirmDialog>
  );
};
