import { useQuery } from '@tanstack/react-query';
import { deletionInput } from '#contract/account.ts';
import { useDeleteAccount } from '../../data/account/personal-data.ts';
import { organizationQuery } from '../../data/organizations/organization.ts';
import { useForm } from '../../lib/form.ts';
import { useNavigate } from '../../lib/router.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { passwordFieldErrors } from './passwordFieldErrors.ts';
import { useRole } from './useRole.ts';

const studentConsequences = [
  'Profilingiz, rezyumengiz, rasmingiz va yuklagan barcha fayllaringiz o‘chiriladi.',
  'Ko‘rib chiqilayotgan arizalaringiz bekor qilinadi, tugallanmaganlari o‘chiriladi.',
  'Ariza yuborgan tashkilotlaringizda faqat ariza bo‘lgani va uning holati qoladi: ismingiz, profilingiz, javoblaringiz va hujjatlaringizni ular boshqa ko‘rmaydi.',
];
const organizerConsequences = ['Ismingiz, elektron pochtangiz va tashkilotga a’zoligingiz o‘chiriladi.'];
const organizationStays = ['Tashkilot, uning e’lonlari va olgan arizalari boshqa a’zolarda qoladi.'];
const organizationCloses = (name: string) => [
  `Siz “${name}” tashkilotining yagona a’zosisiz: hisobingiz bilan birga tashkilot ham yopiladi.`,
  'E’lon qilingan imkoniyatlari yopiladi, tashkilot ro‘yxatlarda ko‘rinmaydi, uning telefoni va elektron pochtasi o‘chiriladi.',
  'Kelib tushgan arizalarni endi hech kim ko‘rib chiqmaydi. Tashkilot ishlashda davom etishi uchun avval boshqa xodimni taklif qilib, unga egalikni bering.',
];

/** Consequences of the deletion by role. The profile under this sheet shows an organizer's colleagues. */
const useConsequences = (): string[] => {
  const isOrganizer = useRole() === 'organization';
  const { data: organization } = useQuery({ ...organizationQuery(), enabled: isOrganizer });
  if (!isOrganizer) return studentConsequences;
  if (!organization)
    return [...organizerConsequences, 'Tashkilotning yagona a’zosi bo‘lsangiz, tashkilot ham, barcha e’lonlari ham yopiladi.'];
  return [...organizerConsequences, ...(organization.member_count > 1 ? organizationStays : organizationCloses(organization.name))];
};

/** Deletes the account after showing the consequences and asking for the password. */
export const DeletionSheet = ({ onClose }: { onClose(): void }) => {
  const navigate = useNavigate();
  const consequences = useConsequences();
  const deleteAccount = useDeleteAccount();
  const form = useForm({
    initial: { password: '' },
    schema: deletionInput,
    submit: async ({ password }) => {
      const endSession = await deleteAccount(password).catch(passwordFieldErrors('password'));
      // Navigate first: the guard of this screen would redirect a signed-out user to /login.
      navigate('/');
      endSession();
      toastSuccess('Hisobingiz o‘chirildi');
    },
  });
  return (
    <Sheet
      open
      backStep="sheet"
      title="Hisobni o‘chirish"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Yo‘q, qolsin
          </Button>
          <Button variant="danger" busy={form.busy} onClick={() => form.onSubmit()}>
            {form.busy ? 'O‘chirilmoqda...' : 'Hisobni butunlay o‘chirish'}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="space-y-5">
        <ErrorSummary form={form} />
        <ul className="list-disc space-y-2 pl-5">
          {consequences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="rounded-xl bg-danger-soft p-4 font-medium text-danger">
          Bu amalni ortga qaytarib bo‘lmaydi. Kerak bo‘lsa, avval ma’lumotlaringiz nusxasini yuklab oling.
        </p>
        <PasswordField
          form={form}
          name="password"
          label="Parol"
          hint="Hisob sizniki ekanini tasdiqlash uchun."
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Sheet>
  );
};
