import { useState } from 'react';
import { useReinstate, useWithdraw } from '../../data/applications/refresh.ts';
import { messageFor } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

interface WithdrawProps {
  id: number;
  /** Title of the opportunity. */
  title: string;
  className?: string;
}

/** Withdraws an application after a confirmation. */
export const WithdrawButton = ({ id, title, className }: WithdrawProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useWithdraw();
  const confirm = () =>
    withdraw
      .mutateAsync(id)
      .then(() => toastSuccess('Ariza bekor qilindi.'))
      .catch((error: unknown) => toastError(messageFor(error)))
      .finally(() => setIsAsking(false));
  return (
    <>
      <Button variant="danger" className={className} onClick={() => setIsAsking(true)}>
        Arizani bekor qilish
      </Button>
      <ConfirmDialog
        open={isAsking}
        backStep="question"
        title="Arizani bekor qilasizmi?"
        confirm="Ha, bekor qilish"
        cancel="Yo‘q, qolsin"
        busy={withdraw.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>“{title}” uchun arizangiz endi ko‘rib chiqilmaydi. Ariza topshirish muddati tugaguncha uni qayta topshirishingiz mumkin.</p>
      </ConfirmDialog>
    </>
  );
};

/** Sends a withdrawn application again after a confirmation; the server checks deadline and capacity. */
export const ReinstateButton = ({ id, title, className }: WithdrawProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const reinstate = useReinstate();
  const confirm = () =>
    reinstate
      .mutateAsync(id)
      .then(() => toastSuccess('Ariza yuborildi'))
      .catch((error: unknown) => toastError(messageFor(error)))
      .finally(() => setIsAsking(false));
  return (
    <>
      <Button variant="secondary" className={className} onClick={() => setIsAsking(true)}>
        Qayta topshirish
      </Button>
      <ConfirmDialog
        open={isAsking}
        backStep="question"
        title="Arizani qayta topshirasizmi?"
        confirm="Ha, topshirish"
        cancel="Yo‘q"
        danger={false}
        busy={reinstate.isPending}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>“{title}” uchun arizangiz avval yuborilgan holida, o‘sha javob va profil bilan yana ko‘rib chiqiladi.</p>
      </ConfirmDialog>
    </>
  );
};
