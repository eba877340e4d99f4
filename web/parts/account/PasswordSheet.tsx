import { passwordInput } from '#contract/account.ts';
import { changePassword } from '../../data/account/sign-in.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { passwordFieldErrors } from './passwordFieldErrors.ts';

const labels = { old_password: 'Joriy parol', new_password: 'Yangi parol', new_password_confirm: 'Yangi parolni tasdiqlang' };

/** Changes the password; asks for the current one. */
export const PasswordSheet = ({ onClose }: { onClose(): void }) => {
  const form = useForm({
    initial: { old_password: '', new_password: '', new_password_confirm: '' },
    schema: passwordInput,
    submit: async (body) => {
      await changePassword(body).catch(passwordFieldErrors('old_password'));
      toastSuccess('Muvaffaqiyat!', 'Parol o‘zgartirildi. Boshqa qurilmalardagi seanslar yakunlandi.');
      onClose();
    },
  });
  const { old_password, new_password } = form.errors;
  return (
    <Sheet
      open
      backStep="sheet"
      title="Parolni o‘zgartirish"
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Bekor qilish
          </Button>
          <Button busy={form.busy} onClick={() => form.onSubmit()}>
            {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="space-y-5">
        {/* The requirement is shown here only for passwords that are too short. */}
        <ErrorSummary form={form} labels={old_password && old_password === new_password ? labels : undefined} />
        <PasswordField form={form} name="old_password" label={labels.old_password} autoComplete="current-password" enterKeyHint="next" />
        <PasswordField
          form={form}
          name="new_password"
          label={labels.new_password}
          hint="Kamida 8 ta belgi."
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          form={form}
          name="new_password_confirm"
          label={labels.new_password_confirm}
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Sheet>
  );
};
