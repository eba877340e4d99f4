import type { ReactNode } from 'react';
import type { UserDetails } from '#contract/account.ts';
import type { Invitation } from '#contract/member.ts';
import { useLogout } from '../../data/account/account.ts';
import type { useAcceptInvitation } from '../../data/organizations/invitations.ts';
import { messageFor } from '../../lib/api.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { type InvitationObstacle, invitationObstacle } from './invitationState.ts';

/** Signing out leaves the person here, where signing in as somebody else is offered. */
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

interface Met {
  invitation: Invitation;
  person: UserDetails;
}
/** What stands in the way, and what to do about it. */
const hindrances: Record<InvitationObstacle, (met: Met) => { says: ReactNode; action: ReactNode }> = {
  other_person: ({ invitation, person }) => ({
    says: (
      <>
        Taklif <b>{invitation.email}</b> manziliga yuborilgan, siz esa <b>{person.email}</b> bilan kirgansiz. Taklif kelgan manzildagi hisob
        bilan kiring yoki tashkilotdan shu manzilingizga taklif so‘rang.
      </>
    ),
    action: <OtherAccount />,
  }),
  students_only: () => ({
    says: 'Bu taklif talabalar uchun, hisobingiz esa talaba hisobi emas. Tashkilotdan talaba sifatidagi boshqa manzilingizga taklif so‘rang.',
    action: <LinkButton to="/">Bosh sahifaga o‘tish</LinkButton>,
  }),
  organizers_only: () => ({
    says: 'Bu taklif tashkilot xodimlari uchun, hisobingiz esa boshqa turdagi hisob. Tashkilotdan boshqa elektron pochtangizga taklif so‘rang va o‘sha manzil bilan ro‘yxatdan o‘ting.',
    action: <LinkButton to="/">Bosh sahifaga o‘tish</LinkButton>,
  }),
  member_here: () => ({
    says: 'Siz allaqachon shu tashkilot a’zosisiz, qabul qilish shart emas.',
    action: <LinkButton to="/organizer">Tashkilot sahifasiga o‘tish</LinkButton>,
  }),
  member_elsewhere: ({ person }) => ({
    says: (
      <>
        Siz “{person.organization?.name}” tashkiloti a’zosisiz. Bir hisob bitta tashkilotga tegishli bo‘ladi: avval u yerdan chiqing, keyin
        shu havolani qayta oching.
      </>
    ),
    action: <LinkButton to="/organizer/profile?tab=members">A’zolar sahifasiga o‘tish</LinkButton>,
  }),
};

/** A signed-in person before an invitation: they accept it, or read why they cannot. */
export const InvitationState = ({ invitation, person, accept }: Met & { accept: ReturnType<typeof useAcceptInvitation> }) => {
  const obstacle = invitationObstacle(invitation, person);
  if (obstacle) {
    const { says, action } = hindrances[obstacle]({ invitation, person });
    return (
      <>
        <p role="alert" className="rounded-xl bg-warning-soft p-4 text-warning">
          {says}
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
