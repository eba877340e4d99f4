import { Download, KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { consentVersion } from '#contract/account-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { usePersonalDataExport } from '../../data/account/personal-data.ts';
import { messageFor } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toastError } from '../../ui/toast.ts';
import { DeletionSheet } from './DeletionSheet.tsx';
import { PasswordSheet } from './PasswordSheet.tsx';

const AccountAction = ({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) => (
  <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
    <div className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-muted">{children}</p>
    </div>
    <div className="min-w-0 sm:shrink-0 max-sm:*:w-full">{action}</div>
  </li>
);

/** Actions on an account of any role: change the password, download personal data, delete the account. */
const AccountCard = () => {
  const [open, setOpen] = useState<'password' | 'deletion' | null>(null);
  const download = usePersonalDataExport();
  const close = () => setOpen(null);
  return (
    <Card aria-labelledby="account">
      <h2 id="account" className="text-lg font-semibold">
        Hisob
      </h2>
      <ul className="mt-2 divide-y divide-line">
        <AccountAction
          title="Parol"
          action={
            <Button variant="secondary" onClick={() => setOpen('password')}>
              <KeyRound aria-hidden="true" className="size-5" />
              Parolni o‘zgartirish
            </Button>
          }
        >
          Almashtirsangiz, boshqa qurilmalardagi seanslar yakunlanadi.
        </AccountAction>
        <AccountAction
          title="Ma’lumotlar nusxasi"
          action={
            <Button
              variant="secondary"
              busy={download.isPending}
              onClick={() => download.mutateAsync().catch((error: unknown) => toastError(messageFor(error)))}
            >
              <Download aria-hidden="true" className="size-5" />
              Ma’lumotlarimni yuklab olish
            </Button>
          }
        >
          Bitta ZIP arxiv: hisobingiz, profilingiz, arizalaringiz va rozilik yozuvlari (JSON) hamda yuklagan fayllaringiz.
        </AccountAction>
        <AccountAction
          title="Hisobni o‘chirish"
          action={
            <Button variant="danger" onClick={() => setOpen('deletion')}>
              <Trash2 aria-hidden="true" className="size-5" />
              Hisobni o‘chirish
            </Button>
          }
        >
          Hisob barcha shaxsiy ma’lumotlaringiz bilan butunlay o‘chiriladi.
        </AccountAction>
      </ul>
      <Link to="/terms" className="inline-flex min-h-11 items-center text-brand underline underline-offset-4">
        Foydalanish shartlari
      </Link>
      <p className="text-sm text-muted">Amaldagi tahriri: {formatDate(consentVersion)}</p>
      {open === 'password' && <PasswordSheet onClose={close} />}
      {open === 'deletion' && <DeletionSheet onClose={close} />}
    </Card>
  );
};
export default AccountCard;
