import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invitation } from '#contract/member.ts';
import { formatDate } from '#contract/uzbek.ts';
import { accountQuery } from '../../data/account/account.ts';
import { invitationQuery, useAcceptInvitation } from '../../data/organizations/invitations.ts';
import { ApiError } from '../../lib/api.ts';
import { useParams } from '../../lib/router.tsx';
import { useRole } from '../../parts/account/useRole.ts';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Loading } from '../../parts/states/Loading.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { InvitationState } from './InvitationState.tsx';

/** The invitation, and what accepting it means. */
const InvitationDetails = ({
  invitation: { kind, organization_name, role_display, opportunity, email, expires_at },
}: {
  invitation: Invitation;
}) => (
  <>
    <p>
      {kind === 'member' ? (
        <>
          “{organization_name}” sizni o‘z jamoasiga taklif qildi. Rolingiz: <b>{role_display}</b>.
        </>
      ) : opportunity ? (
        <>
          “{organization_name}” sizni <b>“{opportunity.title}”</b> imkoniyatiga taklif qildi.
        </>
      ) : (
        <>“{organization_name}” sizni o‘z imkoniyatlariga taklif qildi.</>
      )}
    </p>
    <p className="text-muted">
      {kind === 'member'
        ? 'Qabul qilsangiz, tashkilotning e’lonlari va arizalari bilan ishlaysiz.'
        : 'Qabul qilsangiz, tashkilot ismingiz, elektron pochtangiz va profilingizni ko‘radi. Telefon raqamingiz ko‘rinmaydi.'}
    </p>
    <dl className="grid gap-3 rounded-xl bg-sunken p-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">Kimga</dt>
        <dd className="font-medium">{email}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Amal qilish muddati</dt>
        <dd className="font-medium">{formatDate(expires_at)} gacha</dd>
      </div>
    </dl>
  </>
);

const Frame = ({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto w-full max-w-xl">
    <Card className="space-y-5">
      {icon}
      <PageTitle>{title}</PageTitle>
      {children}
    </Card>
  </div>
);

/** The invitation is used, expired, revoked or unknown. The server does not say which, because the visitor may not be the invited person. */
const NoInvitation = ({ role }: { role: ReturnType<typeof useRole> }) => (
  <Frame title="Bu havola endi ishlamaydi">
    <p>Taklif muddati tugagan, qaytarib olingan yoki allaqachon qabul qilingan. Taklif yuborgan tashkilotdan yangi havola so‘rang.</p>
    <p className="text-muted">Uni o‘zingiz qabul qilgan bo‘lsangiz, hech narsa qilish shart emas.</p>
    {role === 'organization' ? (
      <LinkButton to="/organizer">Tashkilot sahifasiga o‘tish</LinkButton>
    ) : (
      <LinkButton to="/">{role === null ? 'Bosh sahifaga o‘tish' : 'Imkoniyatlarga o‘tish'}</LinkButton>
    )}
  </Frame>
);

const Accepted = ({ invitation: { kind, organization_name, role_display, opportunity } }: { invitation: Invitation }) => (
  <Frame title="Taklif qabul qilindi" icon={<CircleCheck aria-hidden="true" className="size-10 text-success" />}>
    {kind === 'member' ? (
      <>
        <p role="status">
          Endi siz “{organization_name}” a’zosisiz. Rolingiz: <b>{role_display}</b>.
        </p>
        <LinkButton to="/organizer">Tashkilot sahifasiga o‘tish</LinkButton>
      </>
    ) : (
      <>
        <p role="status">
          “{organization_name}” taklifini qabul qildingiz.{opportunity && ' Endi imkoniyatni ochib, ariza topshirishingiz mumkin.'}
        </p>
        <LinkButton to={opportunity ? `/event/${opportunity.id}` : '/'}>
          {opportunity ? 'Imkoniyatni ochish' : 'Imkoniyatlarga o‘tish'}
        </LinkButton>
      </>
    )}
  </Frame>
);

const SignedOut = ({ token }: { token: string }) => {
  const state = { from: `/invite/${token}` };
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to={`/signup?invitation=${encodeURIComponent(token)}`} state={state}>
        Ro‘yxatdan o‘tish
      </LinkButton>
      <LinkButton to="/login" state={state} variant="secondary">
        Kirish
      </LinkButton>
    </div>
  );
};

/** The page of an invitation link. */
const Invite = () => {
  usePage('Taklif');
  const { token = '' } = useParams();
  const role = useRole();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token));
  const person = useQuery({ ...accountQuery(), enabled: role !== null });
  const accept = useAcceptInvitation(token);
  if (accept.data) return <Accepted invitation={accept.data} />;
  if (error instanceof ApiError && error.status === 404) return <NoInvitation role={role} />;
  if (!invitation)
    return error ? (
      <Frame title="Taklif">
        <LoadError error={error} onRetry={() => refetch()} />
      </Frame>
    ) : (
      <>
        <PageTitle className="sr-only">Taklif</PageTitle>
        <Loading />
      </>
    );
  return (
    <Frame title="Sizga taklif bor" icon={<MailOpen aria-hidden="true" className="size-10 text-brand" />}>
      <InvitationDetails invitation={invitation} />
      {role === null ? (
        <SignedOut token={token} />
      ) : person.data ? (
        <InvitationState invitation={invitation} person={person.data} accept={accept} />
      ) : person.error ? (
        <LoadError error={person.error} onRetry={() => person.refetch()} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
};
export default Invite;
