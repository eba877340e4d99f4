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
import { Button } from '../../../ui/Button.tsx';
import { CopyLink } from '../../../ui/CopyLink.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { SelectField, TextArea } from '../../../ui/Field.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { addressProblem, readAddresses } from './addresses.ts';

type Invited = ReplyOf<typeof memberCalls.inviteStudents> & { asked: number };

/** The addresses are one text here: what is wrong with it is said beside it. */
const schema = z.object({
  emails: z.string().check(({ value, issues }) => {
    const message = addressProblem(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  }),
  opportunity: z.string(),
});
/** Before an id, so that the browser keeps the order of the options. */
const mark = '#';

const Sent = ({ invited: { invited, asked, links } }: { invited: Invited }) => (
  <div role="status" className="space-y-4">
    <p className="font-semibold">
      {links.length > 0 ? `${formatNumber(invited)} ta taklif tayyor.` : `${formatNumber(invited)} ta taklif yuborildi.`}
    </p>
    {invited < asked && (
      <p className="rounded-xl bg-warning-soft p-4 text-warning">
        {formatNumber(asked - invited)} ta manzilga yaqinda bir necha bor taklif yuborilgan, shuning uchun bu safar yuborilmadi. Ertaga
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

/** Invites students by a list of addresses, to one opportunity when chosen; what is typed stays until it is sent. */
const InviteStudents = ({ onClose }: { onClose(): void }) => {
  const { data: opportunities = [] } = useQuery(invitableQuery());
  const invite = useInviteStudents();
  const keyFor = useIdempotencyKey();
  const [invited, setInvited] = useState<Invited | null>(null);
  const form = useForm({
    initial: { emails: '', opportunity: '' },
    schema,
    keepAs: 'invite-students',
    submit: async ({ emails: text, opportunity }) => {
      const { good: emails } = readAddresses(text);
      const body = { emails, opportunity: opportunity ? Number(opportunity.slice(mark.length)) : null };
      setInvited({ ...(await invite.mutateAsync({ body, idempotencyKey: keyFor(body) })), asked: emails.length });
    },
  });
  const { good, bad } = readAddresses(form.values.emails);
  return (
    <Sheet
      open
      title="Talabalarni taklif qilish"
      onClose={onClose}
      // The answer may hold a link that is shown once.
      mayClose={() => !form.busy}
      backStep="sheet"
      footer={
        invited ? (
          <Button onClick={onClose}>Tayyor</Button>
        ) : (
          <>
            <Button look="secondary" disabled={form.busy} onClick={onClose}>
              Bekor qilish
            </Button>
            <Button busy={form.busy} onClick={() => form.onSubmit()}>
              {form.busy ? 'Yuborilmoqda...' : good.length > 0 ? `${formatNumber(good.length)} ta talabani taklif qilish` : 'Taklif qilish'}
            </Button>
          </>
        )
      }
    >
      {invited ? (
        <Sent invited={invited} />
      ) : (
        <form noValidate onSubmit={form.onSubmit} className="space-y-5">
          <ErrorSummary form={form} />
          <TextArea
            form={form}
            name="emails"
            label="Elektron pochta manzillari"
            hint={
              <>
                Har qatorga bittadan yoki vergul bilan. {formatNumber(good.length)} ta to‘g‘ri manzil
                {bad.length > 0 && <span className="font-medium text-danger">, {formatNumber(bad.length)} ta noto‘g‘ri</span>}.
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
                `${mark}${id}`,
                status === 'draft' ? `${title} (${statusLabel(status)})` : title,
              ]),
            )}
            hint="Qoralamani faqat unga taklif qilingan talabalar ko‘radi va ariza topshira oladi."
          />
        </form>
      )}
    </Sheet>
  );
};
export default InviteStudents;
