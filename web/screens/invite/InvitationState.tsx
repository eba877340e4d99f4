import type { ReactNode } from 'react';
import type { UserDetails } from '#contract/account.ts';
import type { Invitation } from '#contract/member.ts';
import { useLogout } from '../../data/account/account.ts';
import type { useAcceptInvitation } from '../../data/organizations/invitations.ts';
import { messageFor } from '../../lib/api.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { type InvitationObstacle, invitationObstacle } from './invitationState.ts';

/** Signs out and stays on this page, which then offers signing in with another account. */
const OtherAccount = () => {
  const logout = useLogout();
  return (
    <Button
      onClick={() => {
        logout();
        toastSuccess('Hisobdan chiqildi');
      }}
    >
      Boshqa hisob bilan kirish
    </Button>
  );
};

interface InviteeProps {
  invitation: Invitation;
  person: UserDetails;
}
/** Explanation and next action for each obstacle. */
const obstacleViews: Record<InvitationObstacle, (invitee: InviteeProps) => { text: ReactNode; action: ReactNode }> = {
  other_person: ({ invitation, person }) => ({
    text: (
      <>
        Taklif <b>{invitation.email}</b> manziliga yuborilgan, siz esa <b>{person.email}</b> bilan kirgansiz. Taklif kelgan manzildagi hisob
        bilan kiring yoki tashkilotdan shu manzilingizga taklif so‘rang.
      </>
    ),
    action: <OtherAccount />,
  }),
  students_only: () => ({
    text: 'Bu taklif talabalar uchun, hisobingiz esa talaba hisobi emas. Tashkilotdan talaba sifatidagi boshqa manzilingizga taklif so‘rang.',
    action: <LinkButton to="/">Bosh sahifaga o‘tish</LinkButton>,
  }),
  organizers_only: () => ({
    text: 'Bu taklif tashkilot xodimlari uchun, hisobingiz esa boshqa turdagi hisob. Tashkilotdan boshqa elektron pochtangizga taklif so‘rang va o‘sha manzil bilan ro‘yxatdan o‘ting.',
    action: <LinkButton to="/">Bosh sahifaga o‘tish</LinkButton>,
  }),
  member_here: () => ({
    text: 'Siz allaqachon shu tashkilot a’zosisiz, qabul qilish shart emas.',
    action: <LinkButton to="/organizer">Tashkilot sahifasiga o‘tish</LinkButton>,
  }),
  member_elsewhere: ({ person }) => ({
    text: (
      <>
        Siz “{person.organization?.name}” tashkiloti a’zosisiz. Bir hisob bitta tashkilotga tegishli bo‘ladi: avval u yerdan chiqing, keyin
        shu havolani qayta oching.
      </>
    ),
    action: <LinkButton to="/organizer/profile?tab=members">A’zolar sahifasiga o‘tish</LinkButton>,
  }),
};

/** For a signed-in person: the button to accept, or why they cannot. */
export const InvitationState = ({ invitation, person, accept }: InviteeProps & { accept: ReturnType<typeof useAcceptInvitation> }) => {
  const obstacle = invitationObstacle(invitation, person);
  if (obstacle) {
    const { text, action } = obstacleViews[obstacle]({ invitation, person });
    return (
      <>
        <p role="alert" className="rounded-xl bg-warning-soft p-4 text-warning">
          {text}
        </p>
        {action}
      </>
    );
  }
  return (
    <>
      {accept.error && (
        <p role="alert" className="rounded-xl bg-danger-soft p-4 font-medium text-danger">
          {messageFor(accept.error)}
        </p>
      )}
      <Button busy={accept.isPending} onClick={() => accept.mutate()}>
        {accept.isPending ? 'Qabul qilinmoqda...' : 'Qabul qilish'}
      </Button>
    </>
  );
};
