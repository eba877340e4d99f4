import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ReplyOf } from '#contract/call.ts';
import type { memberCalls } from '#contract/member.ts';
import { statusLabel } from '#contract/opportunity-rules.ts';
import { formatNumber } from '#contract/uzbek.ts';
import { invitableQuery, useInviteStudents } from '../../../data/organizations/organization-students.ts';
import { useForm } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/idempotencyKey.ts';
import { CopyLink } from '../../../ui/CopyLink.tsx';
import { SelectField, TextArea } from '../../../ui/Field.tsx';
import { emailListProblem, parseEmailList } from './emailList.ts';
import { InviteSheet } from './InviteSheet.tsx';

type Invited = ReplyOf<typeof memberCalls.inviteStudents> & { requested: number };

/** The addresses are one text in this form, with one error message. */
const schema = z.object({
  emails: z.string().check(({ value, issues }) => {
    const message = emailListProblem(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  }),
  opportunity: z.string(),
});
/** Prefix of the option keys: JavaScript would sort keys that are plain numbers. */
const optionPrefix = '#';

const InvitationsSent = ({ invited: { invited, requested, links } }: { invited: Invited }) => (
  <div role="status" className="space-y-4">
    <p className="font-semibold">
      {links.length > 0 ? `${formatNumber(invited)} ta taklif tayyor.` : `${formatNumber(invited)} ta taklif yuborildi.`}
    </p>
    {invited < requested && (
      <p className="rounded-xl bg-warning-soft p-4 text-warning">
        {formatNumber(requested - invited)} ta manzilga yaqinda bir necha bor taklif yuborilgan, shuning uchun bu safar yuborilmadi. Ertaga
        urinib ko‘ring.
      </p>
    )}
    {links.length > 0 ? (
      <>
        <p>
          Xat yuborilmadi: havolalarni talabalarga o‘zingiz yuboring. Har biri faqat o‘z manzili uchun va 10 kun amal qiladi, keyin qayta
          ko‘rsatilmaydi.
        </p>
        {links.length > 1 && (
          <CopyLink label="Barcha manzil va havolalar" link={links.map(({ email, link }) => `${email} ${link}`).join('\n')} />
        )}
        {links.map(({ email, link }) => (
          <CopyLink key={email} label={email} link={link} />
        ))}
      </>
    ) : (
      invited > 0 && <p>Talabalar taklifni pochtasidan, hisobi borlar saytning o‘zidan ham ko‘radi. Havolalar 10 kun amal qiladi.</p>
    )}
  </div>
);

/** Invites students by a list of addresses, optionally to one opportunity. The draft is stored until it is sent. */
const InviteStudents = ({ onClose }: { onClose(): void }) => {
  const { data: opportunities = [] } = useQuery(invitableQuery());
  const invite = useInviteStudents();
  const keyFor = useIdempotencyKey();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useForm({
    initial: { emails: '', opportunity: '' },
    schema,
    draftName: 'invite-students',
    submit: async ({ emails: text, opportunity }) => {
      const { valid: emails } = parseEmailList(text);
      const body = { emails, opportunity: opportunity ? Number(opportunity.slice(optionPrefix.length)) : null };
      setInvited({ ...(await invite.mutateAsync({ body, idempotencyKey: keyFor(body) })), requested: emails.length });
    },
  });
  const { valid, invalid } = parseEmailList(form.values.emails);
  return (
    <InviteSheet
      title="Talabalarni taklif qilish"
      form={form}
      submitLabel={valid.length > 0 ? `${formatNumber(valid.length)} ta talabani taklif qilish` : 'Taklif qilish'}
      result={invited && <InvitationsSent invited={invited} />}
      onClose={onClose}
    >
      <TextArea
        form={form}
        name="emails"
        label="Elektron pochta manzillari"
        hint={
          <>
            Har qatorga bittadan yoki vergul bilan. {formatNumber(valid.length)} ta to‘g‘ri manzil
            {invalid.length > 0 && <span className="font-medium text-danger">, {formatNumber(invalid.length)} ta noto‘g‘ri</span>}.
          </>
        }
        rows={6}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={'talaba1@example.uz\ntalaba2@example.uz'}
      />
      <SelectField
        form={form}
        name="opportunity"
        label="Imkoniyat"
        optional
        empty="Umumiy taklif"
        options={Object.fromEntries(
          opportunities.map(({ id, title, status }) => [
            `${optionPrefix}${id}`,
            status === 'draft' ? `${title} (${statusLabel(status)})` : title,
          ]),
        )}
        hint="Qoralamani faqat unga taklif qilingan talabalar ko‘radi va ariza topshira oladi."
      />
    </InviteSheet>
  );
};
export default InviteStudents;
