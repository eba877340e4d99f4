import { useState } from 'react';
import { useUndo } from '../../../data/review/received-applications.ts';
import { messageFor } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** Undoes a decision about several applications. `notUndone` names those that have changed since, until it is cleared. */
export const useUndoMany = () => {
  const [notUndone, setNotUndone] = useState<string | null>(null);
  const undo = useUndo({
    onDone: (updated, names, more) => {
      if (updated > 0) toastSuccess(`${updated} ta ariza avvalgi holatiga qaytdi.`);
      const others = more > 0 ? ` va yana ${more} ta ariza` : '';
      setNotUndone(names.length > 0 ? `Avvalgi holatiga qaytmadi: ${names.join(', ')}${others}. Holati shu orada yana o‘zgargan.` : null);
    },
    onFail: (error) => toastError(messageFor(error)),
  });
  return {
    undo: undo.mutate,
    /** The id of the decision being undone. */
    undoing: undo.isPending ? undo.variables : undefined,
    notUndone,
    clearNotUndone: () => setNotUndone(null),
  };
};
