import { useUndo } from '../../../data/review/received-applications.ts';
import { messageFor } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** Undoes a decision about one application and shows a toast with the result. */
export const useUndoDecision = () => {
  const { mutateAsync, isPending } = useUndo({
    onDone: (updated) =>
      updated === 0
        ? toastError('Ariza shu orada o‘zgargan, qaror bekor qilinmadi.')
        : toastSuccess('Qaror bekor qilindi', 'Talabaga bu haqda xabar yuborilmaydi.'),
    onFail: (error) => toastError(messageFor(error)),
  });
  /** @returns whether it was undone */
  const undo = (decision: number): Promise<boolean> =>
    mutateAsync(decision).then(
      ({ updated }) => updated > 0,
      () => false,
    );
  return { undo, isPending };
};
