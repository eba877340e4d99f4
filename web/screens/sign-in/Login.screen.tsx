import { CircleCheck } from 'lucide-react';
import { loginInput } from '#contract/account.ts';
import { useLogin } from '../../data/account/sign-in.ts';
import { useForm } from '../../lib/form.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { GuestsOnly, useReturnAddress } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { TextField } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

const LoginForm = () => {
  const locationState = useLocation().state as { email?: string; signedUp?: boolean } | null;
  const from = useReturnAddress();
  const login = useLogin();
  const form = useForm({
    initial: { email: locationState?.email ?? '', password: '' },
    schema: loginInput,
    // The new session makes `GuestsOnly` redirect to the requested page.
    submit: login,
  });
  return (
    <div className="mx-auto w-full max-w-md">
      <PageTitle>Xush kelibsiz!</PageTitle>
      <p className="mt-1 mb-5 text-muted">Davom etish uchun hisobingizga kiring.</p>
      {locationState?.signedUp && (
        <p role="status" className="mb-5 flex gap-3 rounded-xl border border-success bg-success-soft p-4 font-medium text-success">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          Hisobingiz ochildi. Endi parolingiz bilan kiring.
        </p>
      )}
      <Card>
        <form noValidate onSubmit={form.onSubmit} className="space-y-5">
          <ErrorSummary form={form} />
          <TextField
            form={form}
            name="email"
            label="Elektron pochta"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            placeholder="siz@example.uz"
          />
          <PasswordField form={form} name="password" label="Parol" autoComplete="current-password" enterKeyHint="go" />
          <Button type="submit" busy={form.busy} className="w-full">
            {form.busy ? 'Yuklanmoqda...' : 'Kirish'}
          </Button>
          <p className="text-sm text-muted">Kirishda muammo bo‘lsa, administrator bilan bog‘laning.</p>
        </form>
      </Card>
      <p className="mt-5 text-center">
        Hisobingiz yo‘qmi?{' '}
        <Link
          to="/signup"
          state={from ? { from } : undefined}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Ro‘yxatdan o‘tish
        </Link>
      </p>
    </div>
  );
};

const Login = () => {
  usePage('Kirish');
  return (
    <GuestsOnly>
      <LoginForm />
    </GuestsOnly>
  );
};
export default Login;
