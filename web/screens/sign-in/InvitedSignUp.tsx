import { useQuery } from '@tanstack/react-query';
import { signUp } from '#contract/account.ts';
import { splitName } from '#contract/account-rules.ts';
import type { Invitation } from '#contract/member.ts';
import { register } from '../../data/account/sign-in.ts';
import { invitationQuery } from '../../data/organizations/invitations.ts';
import { ApiError } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/idempotencyKey.ts';
import { Link, useNavigate } from '../../lib/router.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Loading } from '../../parts/states/Loading.tsx';
import { PageTitle } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { TextField } from '../../ui/Field.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { AccountFields } from './AccountFields.tsx';

const InvitedForm = ({ token, invitation }: { token: string; invitation: Invitation }) => {
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const isMember = invitation.kind === 'member';
  const link = `/invite/${token}`;
  // A member joins by signing up; a student accepts after signing in.
  const from = isMember ? '/organizer' : link;
  const payload = ({
    first_name,
    email,
    password,
    password_confirm,
  }: Record<'first_name' | 'email' | 'password' | 'password_confirm', string>) => ({
    ...splitName(first_name),
    email,
    username: email.trim().toLowerCase(),
    password,
    password_confirm,
    ...(isMember ? { invitation: token } : {}),
  });
  const form = useForm({
    initial: { first_name: '', email: invitation.email, password: '', password_confirm: '' },
    schema: signUp,
    payload,
    submit: async (_, values) => {
      const body = payload(values);
      const { email } = await register(body, keyFor(body));
      toastSuccess('Muvaffaqiyat!', 'Hisobingiz ochildi.');
      navigate('/login', { state: { email, signedUp: true, from } });
    },
  });
  return (
    <>
      <p className="mt-1 mb-5 text-muted">
        {isMember ? (
          <>
            “{invitation.organization_name}” jamoasiga qo‘shilasiz. Rolingiz: {invitation.role_display}.
          </>
        ) : (
          <>“{invitation.organization_name}” taklifini qabul qilish uchun talaba hisobini oching.</>
        )}
      </p>
      <Card>
        <form noValidate onSubmit={form.onSubmit} className="space-y-5">
          <ErrorSummary form={form} />
          <TextField form={form} name="first_name" label="To‘liq ism" autoComplete="name" maxLength={150} enterKeyHint="next" />
          <AccountFields
            form={form}
            readOnly={isMember}
            hint={
              isMember
                ? 'Taklif shu manzilga berilgan, uni o‘zgartirib bo‘lmaydi.'
                : 'Taklif shu manzilga berilgan: boshqa manzil bilan uni qabul qilib bo‘lmaydi.'
            }
          />
          <Button type="submit" busy={form.busy} className="w-full">
            {form.busy ? 'Yuklanmoqda...' : 'Ro‘yxatdan o‘tish'}
          </Button>
        </form>
      </Card>
      <p className="mt-5 text-center">
        Hisobingiz bormi?{' '}
        <Link
          to="/login"
          state={{ from: link }}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Kirish
        </Link>
      </p>
    </>
  );
};

/** Sign-up by invitation, which sets the role and the e-mail. */
const InvitedSignUp = ({ token }: { token: string }) => {
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="mx-auto w-full max-w-md">
      <PageTitle>Ro‘yxatdan o‘tish</PageTitle>
      {invitation && !isGone ? (
        <InvitedForm token={token} invitation={invitation} />
      ) : isGone ? (
        <Card className="mt-5 space-y-4">
          <p>Taklif havolasi endi ishlamaydi: muddati tugagan, qaytarib olingan yoki ishlatilgan. Tashkilotdan yangi havola so‘rang.</p>
          <LinkButton to="/signup">Taklifsiz ro‘yxatdan o‘tish</LinkButton>
        </Card>
      ) : error ? (
        <div className="mt-5">
          <LoadError error={error} onRetry={() => refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  );
};
export default InvitedSignUp;
