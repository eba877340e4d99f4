import { useUndo } from '../../../data/decisions.ts';
import { messageFor } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** Takes a decision back and says so. */
export const useUndoing = () => {
  const { mutateAsync, isPending } = useUndo();
  /** @returns whether it was taken back */
  const undo = (decision: number): Promise<boolean> =>
    mutateAsync(decision)
      .then(({ updated }) => {
        if (updated === 0) toastError('Ariza shu orada o‘zgargan, qaror bekor qilinmadi.');
        else toastSuccess('Qaror bekor qilindi', 'Talabaga bu haqda xabar yuborilmaydi.');
        return updated > 0;
      })
      .catch((error: unknown) => {
        toastError(messageFor(error));
        return false;
      });
  return { undo, isPending };
};
