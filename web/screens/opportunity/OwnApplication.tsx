import { useState } from 'react';
import { applicationStatuses, canWithdraw } from '#contract/application-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { useWithdraw } from '../../data/applications.ts';
import { messageFor } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import type { OwnStatus } from './useOwnApplication.ts';

/** The viewer's own application to what is shown, and the way out of it. */
const OwnApplication = ({ application }: { application: OwnStatus }) => {
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdraw();
  const { id, status } = application;
  if (id === null || status === null) return null;
  const onWithdraw = () =>
    withdraw.mutate(id, {
      onSuccess: () => toastSuccess('Ariza bekor qilindi'),
      onError: (error) => toastError(messageFor(error)),
      onSettled: () => setAsking(false),
    });
  return (
    <Card aria-labelledby="arizangiz">
      <h2 id="arizangiz" className="text-xl font-bold">
        Sizning arizangiz
      </h2>
      <p className="mt-2">
        Holati: <strong>{applicationStatuses[status]}</strong>
        {application.applied_at && ` · yuborilgan: ${formatDate(application.applied_at, { time: true })}`}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Link to="/applications" className="inline-flex min-h-11 items-center text-brand-strong underline underline-offset-4">
          Arizalarim
        </Link>
        {canWithdraw(status) && (
          <Button look="danger" onClick={() => setAsking(true)}>
            Arizani bekor qilish
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Ariza bekor qilinsinmi?"
        confirm="Ha, bekor qilish"
        busy={withdraw.isPending}
        onConfirm={onWithdraw}
        onClose={() => setAsking(false)}
      >
        Tashkilot arizangizni boshqa ko‘rib chiqmaydi. Muddat tugagunicha uni qayta topshirishingiz mumkin.
      </ConfirmDialog>
    </Card>
  );
};
export default OwnApplication;
