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

/** The action to confirm, and the member or invitation it applies to. */
export type MemberAction =
  | { kind: 'role'; member: Member }
  | { kind: 'remove'; member: Member }
  | { kind: 'leave'; member: Member }
  | { kind: 'revoke'; invitation: MemberInvitation };

const ErrorMessage = ({ error }: { error: unknown }) =>
  error ? (
    <p role="alert" className="mt-4 rounded-xl bg-danger-soft p-4 font-medium text-danger">
      {messageFor(error)}
    </p>
  ) : null;

/** The member's full name, or the address when the name is empty. */
export const memberName = ({ first_name, last_name, email }: Member): string => `${first_name} ${last_name}`.trim() || email;

interface DialogProps<Subject> {
  subject: Subject;
  organization: string;
  onClose(): void;
}

const ChangeRole = ({ subject: member, onClose }: DialogProps<Member>) => {
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
          <Button variant="secondary" onClick={onClose}>
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
      <ErrorMessage error={change.error} />
    </Sheet>
  );
};

const Remove = ({ subject: member, organization, onClose }: DialogProps<Member>) => {
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
      <ErrorMessage error={remove.error} />
    </ConfirmDialog>
  );
};

const Leave = ({ subject: member, organization, onClose }: DialogProps<Member>) => {
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
      <ErrorMessage error={leave.error} />
    </ConfirmDialog>
  );
};

const Revoke = ({ subject: invitation, onClose }: DialogProps<MemberInvitation>) => {
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
      <ErrorMessage error={revoke.error} />
    </ConfirmDialog>
  );
};

/** The dialog of an action; it shows the server's error when the action is refused. */
export const MemberDialogs = ({ action, ...rest }: { action: MemberAction; organization: string; onClose(): void }) => {
  if (action.kind === 'revoke') return <Revoke subject={action.invitation} {...rest} />;
  const Dialog = { role: ChangeRole, remove: Remove, leave: Leave }[action.kind];
  return <Dialog subject={action.member} {...rest} />;
};
