import { useState } from 'react';
import { useReinstate, useWithdraw } from '../../data/applications/refresh.ts';
import { messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

interface Application {
  id: number;
  /** The opportunity's title. */
  title: string;
  className?: string;
}

/** A student takes an application back, after being told what that means. */
export const WithdrawButton = ({ id, title, className }: Application) => {
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdraw();
  const confirm = () =>
    withdraw
      .mutateAsync(id)
      .then(() => toastSuccess('Ariza bekor qilindi.'))
      .catch((error: unknown) => toastError(messageFor(error)))
      .finally(() => setAsking(false));
  return (
    <>
      <Button look="danger" className={className} onClick={() => setAsking(true)}>
        Arizani bekor qilish
      </Button>
      <ConfirmDialog
        open={asking}
        backStep="question"
        title="Arizani bekor qilasizmi?"
        confirm="Ha, bekor qilish"
        cancel="Yo‘q, qolsin"
        busy={withdraw.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>“{title}” uchun arizangiz endi ko‘rib chiqilmaydi. Ariza topshirish muddati tugaguncha uni qayta topshirishingiz mumkin.</p>
      </ConfirmDialog>
    </>
  );
};

/** Takes a withdrawal back; the server looks at the deadline and the places left once more. */
export const ReinstateButton = ({ id, title, className }: Application) => {
  const [asking, setAsking] = useState(false);
  const reinstate = useReinstate();
  const confirm = () =>
    reinstate
      .mutateAsync(id)
      .then(() => toastSuccess('Ariza yuborildi'))
      .catch((error: unknown) => toastError(messageFor(error)))
      .finally(() => setAsking(false));
  return (
    <>
      <Button look="secondary" className={className} onClick={() => setAsking(true)}>
        Qayta topshirish
      </Button>
      <ConfirmDialog
        open={asking}
        backStep="question"
        title="Arizani qayta topshirasizmi?"
        confirm="Ha, topshirish"
        cancel="Yo‘q"
        danger={false}
        busy={reinstate.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>“{title}” uchun arizangiz avval yuborilgan holida, o‘sha javob va profil bilan yana ko‘rib chiqiladi.</p>
      </ConfirmDialog>
    </>
  );
};
