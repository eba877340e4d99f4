import { Suspense, useEffect, useState } from 'react';
import { signUp } from '#contract/account.ts';
import { splitName, userTypes } from '#contract/account-rules.ts';
import { register } from '../../data/account/sign-in.ts';
import { type Form, useForm } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/idempotencyKey.ts';
import { Link, useNavigate, useSearchParams } from '../../lib/router.tsx';
import { GuestsOnly, useReturnAddress } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, Skeleton } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { TextField } from '../../ui/Field.tsx';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { AccountFields } from './AccountFields.tsx';

const loadOrganizationFields = () => import('./OrganizationFields.tsx');
const OrganizationFields = lazyWithRetry(loadOrganizationFields);
const InvitedSignUp = lazyWithRetry(() => import('./InvitedSignUp.tsx'));

/** Roles offered (specification 6). Administrators are created by a command. */
const roles = { student: userTypes.student, organization: userTypes.organization };
type Role = keyof typeof roles;

const organizationOnly = { organization_type: '', organization_country: '', organization_city: '' };
/** The name field has the name of the body's field, so that error messages match it. */
const emptySignUp = { first_name: '', organization_name: '', email: '', password: '', password_confirm: '', ...organizationOnly };
type SignUpValues = typeof emptySignUp & { role: Role };

const toPayload = ({ role, first_name, organization_name, email, password, password_confirm, ...organization }: SignUpValues) => {
  const account = { email, username: email.trim().toLowerCase(), password, password_confirm };
  return role === 'organization'
    ? { first_name: organization_name, organization_name, ...account, ...organization }
    : { ...splitName(first_name), ...account };
};

const RoleSelector = ({ form }: { form: Form<SignUpValues> }) => {
  const choose = (role: Role) => {
    const { first_name, organization_name } = form.values;
    form.set('role', role);
    // Keeps the name and clears organization-only fields (specification 2).
    if (role === 'organization') form.set('organization_name', organization_name || first_name);
    else {
      form.set('first_name', first_name || organization_name);
      for (const [field, value] of Object.entries({ organization_name: '', ...organizationOnly })) form.set(field, value);
    }
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Kim sifatida ro‘yxatdan o‘tasiz?</legend>
      <div className="grid grid-cols-2 gap-2">
        {(Object.keys(roles) as Role[]).map((role) => (
          <label
            key={role}
            className="flex min-h-12 items-center justify-center gap-2 rounded-xl border border-control px-3 text-center font-semibold has-checked:border-2 has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="role"
              value={role}
              className="size-5 accent-brand"
              checked={form.values.role === role}
              onChange={() => choose(role)}
            />
            {roles[role]}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const SignUpForm = () => {
  const navigate = useNavigate();
  const from = useReturnAddress();
  const keyFor = useIdempotencyKey();
  const [initial] = useState<SignUpValues>({ ...emptySignUp, role: 'student' });
  const form = useForm({
    initial,
    schema: signUp,
    payload: toPayload,
    submit: async (_, values) => {
      const body = toPayload(values);
      const { email } = await register(body, keyFor(body));
      toastSuccess('Muvaffaqiyat!', 'Hisobingiz ochildi.');
      navigate('/login', { state: { email, signedUp: true, ...(from ? { from } : {}) } });
    },
  });
  const isOrganization = form.values.role === 'organization';
  // Preloaded, so that choosing the role shows its fields without delay.
  useEffect(() => {
    loadOrganizationFields().catch(() => {});
  }, []);
  return (
    <div className="mx-auto w-full max-w-md">
      <PageTitle>Ro‘yxatdan o‘tish</PageTitle>
      <p className="mt-1 mb-5 text-muted">Bepul va taxminan 30 soniya vaqt oladi.</p>
      <Card>
        <form noValidate onSubmit={form.onSubmit} className="space-y-5">
          <ErrorSummary form={form} />
          <RoleSelector form={form} />
          {isOrganization ? (
            <TextField
              form={form}
              name="organization_name"
              label="Tashkilot nomi"
              autoComplete="organization"
              maxLength={150}
              enterKeyHint="next"
            />
          ) : (
            <TextField form={form} name="first_name" label="To‘liq ism" autoComplete="name" maxLength={150} enterKeyHint="next" />
          )}
          {isOrganization && (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <OrganizationFields form={form} />
            </Suspense>
          )}
          <AccountFields form={form} />
          <Button type="submit" busy={form.busy} className="w-full">
            {form.busy ? 'Yuklanmoqda...' : 'Ro‘yxatdan o‘tish'}
          </Button>
        </form>
      </Card>
      <p className="mt-5 text-center">
        Hisobingiz bormi?{' '}
        <Link
          to="/login"
          state={from ? { from } : undefined}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Kirish
        </Link>
      </p>
    </div>
  );
};

const SignUp = () => {
  usePage('Ro‘yxatdan o‘tish');
  const invitation = useSearchParams()[0].get('invitation');
  return <GuestsOnly>{invitation ? <InvitedSignUp token={invitation} /> : <SignUpForm />}</GuestsOnly>;
};
export default SignUp;
