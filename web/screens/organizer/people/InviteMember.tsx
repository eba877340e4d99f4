import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { type memberCalls, memberInvitationInput } from '#contract/member.ts';
import type { MemberRole } from '#contract/organization-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { useInviteMember } from '../../../data/organizations/members.ts';
import { useForm } from '../../../lib/form.ts';
import { CopyLink } from '../../../ui/CopyLink.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { InviteSheet } from './InviteSheet.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { grantableRoles } from './roles.ts';

type Invited = ReplyOf<typeof memberCalls.invite>;

const InvitationSent = ({ invited }: { invited: Invited }) => (
  <div role="status" className="space-y-4">
    {invited.link ? (
      <>
        <p>
          <b>{invited.email}</b> uchun taklif tayyor. Xat yuborilmadi: quyidagi havolani unga o‘zingiz yuboring. Havola{' '}
          {formatDate(invited.expires_at)} gacha va faqat shu manzil uchun amal qiladi.
        </p>
        <CopyLink label="Taklif havolasi" link={invited.link} />
        <p className="text-sm text-muted">
          Havola keyin qayta ko‘rsatilmaydi. Yo‘qolsa, shu manzilni yana taklif qiling: yangi havola eskisining o‘rnini oladi.
        </p>
      </>
    ) : (
      <p>
        Taklif <b>{invited.email}</b> manziliga yuborildi. U {formatDate(invited.expires_at)} gacha amal qiladi.
      </p>
    )}
  </div>
);

/** Invites a colleague; then confirms the mail or, where mail is off, shows the link. */
const InviteMember = ({ role, onClose }: { role: MemberRole; onClose(): void }) => {
  const invite = useInviteMember();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useForm({
    initial: { email: '', role: 'reviewer' as MemberRole },
    schema: memberInvitationInput,
    submit: async (body) => setInvited(await invite.mutateAsync(body)),
  });
  return (
    <InviteSheet
      title="Xodim taklif qilish"
      form={form}
      submitLabel="Taklif qilish"
      result={invited && <InvitationSent invited={invited} />}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label="Elektron pochta"
        hint="Taklifni faqat shu manzil egasi qabul qila oladi."
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        placeholder="hamkasb@example.uz"
      />
      <RoleChoice legend="Roli" options={grantableRoles(role)} value={form.values.role} onChange={(to) => form.set('role', to)} />
      {/* Enter in the address field submits the form. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </InviteSheet>
  );
};
export default InviteMember;
