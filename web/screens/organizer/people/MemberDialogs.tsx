import { useState } from 'react';
import type { Member, MemberInvitation } from '#contract/member.ts';
import { type MemberRole, memberRoles } from '#contract/organization-rules.ts';
import { useChangeRole, useLeave, useRemoveMember, useRevokeInvitation } from '../../../data/organizations/members.ts';
import { messageFor } from '../../../lib/api.ts';
import { useNavigate } from '../../../lib/router.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** What is about to happen to whom. */
export type MemberAction =
  | { kind: 'role'; member: Member }
  | { kind: 'remove'; member: Member }
  | { kind: 'leave'; member: Member }
  | { kind: 'revoke'; invitation: MemberInvitation };

const Refused = ({ error }: { error: unknown }) =>
  error ? (
    <p role="alert" className="mt-4 rounded-xl bg-danger-soft p-4 font-medium text-danger">
      {messageFor(error)}
    </p>
  ) : null;

export const memberName = ({ first_name, last_name, email }: Member): string => `${first_name} ${last_name}`.trim() || email;

interface Layer<Of> {
  of: Of;
  organization: string;
  onClose(): void;
}

const ChangeRole = ({ of: member, onClose }: Layer<Member>) => {
  const change = useChangeRole();
  const [role, setRole] = useState<MemberRole>(member.role);
  const save = () => {
    if (role === member.role) return onClose();
    change.mutate(
      { id: member.id, role },
      {
        onSuccess: () => {
          toastSuccess('Rol o‘zgartirildi', `${memberName(member)}: ${memberRoles[role]}`);
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      open
      title="Rolni o‘zgartirish"
      onClose={onClose}
      backStep="question"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Bekor qilish
          </Button>
          <Button busy={change.isPending} onClick={save}>
            Saqlash
          </Button>
        </>
      }
    >
      <RoleChoice legend={memberName(member)} options={memberRoles} value={role} onChange={setRole} />
      {member.is_self && member.role === 'owner' && role !== 'owner' && (
        <p className="mt-4 rounded-xl bg-warning-soft p-4 text-warning">
          Bu sizning o‘z rolingiz: saqlasangiz, a’zolarni va tashkilot profilini o‘zingiz boshqara olmaysiz.
        </p>
      )}
      <Refused error={change.error} />
    </Sheet>
  );
};

const Remove = ({ of: member, organization, onClose }: Layer<Member>) => {
  const remove = useRemoveMember();
  const name = memberName(member);
  return (
    <ConfirmDialog
      open
      backStep="question"
      title="A’zoni chiqarish"
      confirm="Chiqarish"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(member.id, {
          onSuccess: () => {
            toastSuccess('A’zo chiqarildi', name);
            onClose();
          },
        })
      }
    >
      <p>
        <b>{name}</b> ({member.email}) “{organization}” tashkilotining e’lonlari va arizalarini boshqa ko‘rmaydi. Hisobi o‘chmaydi, keyin
        uni qayta taklif qilish mumkin.
      </p>
      <Refused error={remove.error} />
    </ConfirmDialog>
  );
};

const Leave = ({ of: member, organization, onClose }: Layer<Member>) => {
  const leave = useLeave();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      backStep="question"
      title="Tashkilotdan chiqish"
      confirm="Tashkilotdan chiqish"
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(member.id, {
          onSuccess: () => {
            navigate('/organizer/profile', { replace: true });
            toastSuccess('Tashkilotdan chiqdingiz', organization);
          },
        })
      }
    >
      <p>
        Siz “{organization}” tashkilotining e’lonlari va arizalarini boshqa ko‘rmaysiz. Hisobingiz qoladi; qaytish uchun tashkilot egasi
        sizni yana taklif qilishi kerak.
      </p>
      <Refused error={leave.error} />
    </ConfirmDialog>
  );
};

const Revoke = ({ of: invitation, onClose }: Layer<MemberInvitation>) => {
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      open
      backStep="question"
      title="Taklifni qaytarib olish"
      confirm="Taklifni qaytarib olish"
      cancel="Yo‘q, qolsin"
      busy={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(invitation.id, {
          onSuccess: () => {
            toastSuccess('Taklif qaytarib olindi', invitation.email);
            onClose();
          },
        })
      }
    >
      <p>
        <b>{invitation.email}</b> manziliga berilgan havola ishlamay qoladi.
      </p>
      <Refused error={revoke.error} />
    </ConfirmDialog>
  );
};

/** The dialog of one deed; what the server refuses is said in it. */
export const MemberDialogs = ({ deed, ...rest }: { deed: MemberAction; organization: string; onClose(): void }) => {
  if (deed.kind === 'revoke') return <Revoke of={deed.invitation} {...rest} />;
  const Dialog = { role: ChangeRole, remove: Remove, leave: Leave }[deed.kind];
  return <Dialog of={deed.member} {...rest} />;
};
