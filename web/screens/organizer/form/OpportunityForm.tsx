import { type ReactNode, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { coverFailed, coverTooLarge, coverTypes, coverUnreadable, coverWrongType, imageMaxBytes } from '#contract/file.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { formStatuses, opportunityStatuses, opportunityTypes, statusObstacle } from '#contract/opportunity-rules.ts';
import { reviewSettingsInput } from '#contract/review.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import { fieldId, useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/Field.tsx';
import { ImagePicker, type ImageRules } from '../../../ui/ImagePicker.tsx';
import { useLeaveGuard } from '../../../ui/useLeaveGuard.tsx';
import { SaveBar } from '../shared/SaveBar.tsx';
import { ProfileRequirements, Questions, Requirements } from './Repeaters.tsx';
import { ReviewCriteriaSection } from './ReviewCriteriaSection.tsx';
import { type ReviewCriteriaValues, reviewSettingsPayload } from './reviewCriteria.ts';
import { Pair, Section } from './Section.tsx';
import { SkillsPicker } from './SkillsPicker.tsx';
import { useSaveOpportunity } from './useSaveOpportunity.ts';
import { type OpportunityValues, onlyChanged, rowsAsSaved, withCover } from './values.ts';

const coverRules: ImageRules = {
  types: coverTypes,
  maxBytes: imageMaxBytes,
  wrongType: coverWrongType,
  tooLarge: coverTooLarge,
  unreadable: coverUnreadable,
  broken: coverFailed,
};

export interface OpportunityFormProps<Schema extends z.core.$ZodType> {
  /** What the fields hold at first, and what a status may be reached from. */
  initial: OpportunityValues;
  schema: Schema;
  /** The opportunity's own part of the body. */
  payload(values: OpportunityValues): object;
  /** As the server has it; null while there is none. */
  item: OpportunityDetail | null;
  /** Reviews that hold scores now. */
  reviewCount?: number;
  /** How it shall be judged, typed before: the opportunity was saved, this was not. */
  unjudged?: ReviewCriteriaValues | null;
  submitLabel: string;
  /** Saves and shows the page as students see it. */
  previewLabel: string;
  /** What is typed is kept under this name. */
  keepAs: string;
  /** @param content the same as the body, comparable: a file stands in it by its name, size and time */
  onSend(body: Record<string, unknown> | FormData, content: unknown): Promise<OpportunityDetail>;
  /** The opportunity is saved now, how it is judged is not. */
  onUnjudged(item: OpportunityDetail): void;
  /** Everything is saved. */
  onSaved(item: OpportunityDetail, previews: boolean): void;
}

/** The statuses a form may set from here, a closed one under the name it has now. */
const statusOptions = (from: OpportunityValues['status']) =>
  Object.fromEntries(
    formStatuses
      .filter((to) => statusObstacle(from, to) === null)
      .map((to) => (from === 'archived' && to === 'closed' ? 'archived' : to))
      .map((to) => [to, opportunityStatuses[to]]),
  );

/** The opportunity and how it is judged, checked together; of the library's own way, everybody would carry the weight. */
const bothOf = (schema: z.core.$ZodType) => {
  const parts = [schema, reviewSettingsInput];
  return z.pipe(
    z.unknown().check(({ value, issues }) => {
      for (const part of parts)
        for (const { message, path } of z.safeParse(part, value).error?.issues ?? [])
          issues.push({ code: 'custom', message, path, input: value });
    }),
    z.transform((value): Record<string, unknown> => Object.assign({}, ...parts.map((part) => z.parse(part, value)))),
  );
};

const Warning = ({ children }: { children: ReactNode }) => (
  <p role="status" className="rounded-xl bg-warning-soft p-4 font-medium text-warning">
    {children}
  </p>
);
/** Whether students would be shown something that takes applications no more. */
const isPast = ({ status, application_deadline }: OpportunityValues): boolean =>
  (status === 'draft' || status === 'published') && isCalendarDate(application_deadline) && application_deadline < tashkentDay(new Date());

const describeFile = ({ name, size, lastModified }: File) => ({ name, size, lastModified });

export const OpportunityForm = <Schema extends z.core.$ZodType>({
  initial,
  schema,
  payload,
  item,
  reviewCount = 0,
  unjudged = null,
  submitLabel,
  previewLabel,
  keepAs,
  onSend,
  onUnjudged,
  onSaved,
}: OpportunityFormProps<Schema>) => {
  const [cover, setCover] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const coverBefore = item?.cover_image ?? null;
  const coverChanged = cover !== null || (removed && coverBefore !== null);
  /** Which of the two buttons was pressed. */
  const previews = useRef(false);
  const { save, isUnjudged } = useSaveOpportunity({
    initial,
    item,
    unjudged,
    onUnjudged: (now, values) => {
      setCover(null);
      setRemoved(false);
      for (const [name, rows] of rowsAsSaved(values, now)) form.set(name, rows);
      onUnjudged(now);
    },
  });
  const send = (body: Record<string, unknown>) => {
    if (cover) return onSend(withCover(body, cover), { ...body, cover: describeFile(cover) });
    const plain = removed && coverBefore ? { ...body, cover_image: null } : body;
    return onSend(plain, plain);
  };
  const form = useForm({
    initial: { ...initial, ...unjudged },
    schema: useMemo(() => bothOf(schema), [schema]),
    payload: (values) => ({ ...payload(values), ...reviewSettingsPayload(values) }),
    keepAs,
    submit: async (data, values) => {
      const { blind_review: _blind, criteria: _criteria, ...whole } = data;
      const body = item ? onlyChanged(whole, initial, values) : whole;
      // What is looked at before it exists is looked at as a draft.
      if (previews.current && !item) body.status = 'draft';
      onSaved(await save(values, () => send(body), coverChanged), previews.current);
    },
  });
  const guard = useLeaveGuard(item !== null && (form.dirty || form.restored || coverChanged), () => form.reset(), coverChanged);
  const number = { type: 'number', inputMode: 'numeric', optional: true } as const;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        previews.current = false;
        form.onSubmit(event);
      }}
      className="space-y-5"
    >
      {guard}
      {form.restored && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-brand-soft p-4 text-brand-strong">
          <div>
            <p>Oldin kiritgan, hali yuborilmagan ma’lumotlaringiz tiklandi.</p>
            <p className="text-sm">Rasm saqlanib qolmaydi: muqova tanlagan bo‘lsangiz, uni qayta tanlang.</p>
          </div>
          <Button look="secondary" onClick={() => form.reset()}>
            {item ? 'Tiklanganini bekor qilish' : 'Formani tozalash'}
          </Button>
        </div>
      )}
      {isUnjudged && (
        <div className="rounded-xl bg-warning-soft p-4 text-warning">
          <p className="font-semibold">Imkoniyat saqlandi, lekin baholash sozlamalari saqlanmadi.</p>
          <p>Qayta yuborsangiz, faqat saqlanmay qolgani yuboriladi.</p>
        </div>
      )}
      <ErrorSummary form={form} />

      <Section title="Asosiy ma’lumotlar">
        <TextField form={form} name="title" label="Sarlavha" required maxLength={200} autoComplete="off" />
        <TextArea form={form} name="description" label="Tavsif" required rows={8} />
        <Pair>
          <SelectField form={form} name="opportunity_type" label="Imkoniyat turi" options={opportunityTypes} empty={null} required />
          <SelectField
            form={form}
            name="status"
            label="Holati"
            options={statusOptions(initial.status)}
            empty={null}
            required
            hint="Qoralamani faqat tashkilotingiz ko‘radi, faol imkoniyat hammaga ko‘rinadi."
          />
        </Pair>
        {initial.status !== 'cancelled' && form.values.status === 'cancelled' && (
          <Warning>
            Bekor qilingan imkoniyatni qayta ochib bo‘lmaydi. U ro‘yxatlardan olinadi va yangi ariza qabul qilmaydi, yuborilgan arizalar o‘z
            holida qoladi. Keyin davom ettirmoqchi bo‘lsangiz, “{opportunityStatuses.closed}” holatini tanlang.
          </Warning>
        )}
        <CheckField
          form={form}
          name="featured"
          label="Tavsiya etilgan"
          disabled={item?.featured_locked}
          hint={
            item?.featured_locked
              ? 'Administrator bu imkoniyatni tavsiya etilganlar orasidan olib qo‘ygan, shuning uchun uni belgilab bo‘lmaydi.'
              : 'Imkoniyat tavsiya etilganlar orasida ko‘rinadi.'
          }
        />
        <ImagePicker
          id={fieldId('cover_image')}
          label="Muqova rasmi"
          hint="Tavsiya etilgan o‘lcham: 1200x630. JPG, PNG yoki WebP, 5 MB gacha."
          rules={coverRules}
          current={removed ? null : coverBefore}
          chosen={cover}
          error={form.errors.cover_image}
          onChoose={setCover}
          onRemove={() => {
            // The first press takes away what was chosen, the next what is there.
            if (cover) setCover(null);
            else setRemoved(true);
          }}
        />
      </Section>

      <Section title="Sana va joy">
        <Pair>
          <TextField form={form} name="start_date" label="Boshlanish sanasi" type="date" required />
          <TextField form={form} name="end_date" label="Tugash sanasi" type="date" optional />
          <TextField
            form={form}
            name="application_deadline"
            label="Ariza topshirish muddati"
            type="date"
            required
            hint="Shu kuni 23:59 gacha (Toshkent vaqti)."
          />
          <TextField form={form} name="result_announcement_date" label="Natijalar e’lon qilinadigan sana" type="date" optional />
        </Pair>
        {isPast(form.values) && <Warning>Bu kun o‘tgan: talabalar ariza topshira olmaydi.</Warning>}
        <TextField form={form} name="location" label="Joylashuv" required hint="Masalan: Toshkent, O‘zbekiston" />
        <CheckField form={form} name="is_remote" label="Masofadan (onlayn)" />
        <TextField
          form={form}
          name="max_applications"
          label="Arizalarning eng ko‘p soni"
          min={0}
          {...number}
          hint="Bo‘sh yoki 0 bo‘lsa, son cheklanmaydi."
        />
      </Section>

      <Section title="Imtiyozlar va yo‘riqnoma">
        <TextField form={form} name="compensation" label="Moliyaviy ta’minot" optional hint="Masalan: stipendiya, yo‘l xarajatlari" />
        <TextArea form={form} name="benefits" label="Imtiyozlar" optional rows={4} hint="Har birini yangi qatordan yozing." />
        <TextArea form={form} name="application_instructions" label="Ariza topshirish yo‘riqnomasi" optional rows={4} />
      </Section>

      <Section title="Nomzodga talablar">
        <Pair>
          <TextField form={form} name="min_gpa" label="Eng kam GPA" optional hint="Masalan: 3.5 / 4.0" />
          <TextField form={form} name="required_major" label="Yo‘nalish" optional />
          <TextField form={form} name="graduation_year_min" label="Bitirish yili (dan)" {...number} />
          <TextField form={form} name="graduation_year_max" label="Bitirish yili (gacha)" {...number} />
          <TextField form={form} name="age_min" label="Yoshi (dan)" min={0} {...number} />
          <TextField form={form} name="age_max" label="Yoshi (gacha)" min={0} {...number} />
        </Pair>
        <SkillsPicker form={form} />
      </Section>

      <Section title="Talablar" hint="Talaba bajarishi kerak bo‘lgan shartlar.">
        <Requirements form={form} />
      </Section>
      <Section title="Profil talablari" hint="Ariza topshirishdan oldin profilning qaysi bo‘limlari to‘ldirilgan bo‘lishi kerak.">
        <ProfileRequirements form={form} />
      </Section>
      <Section title="Qo‘shimcha savollar" hint="Talaba ariza bilan birga javob beradi.">
        <Questions form={form} />
      </Section>
      <ReviewCriteriaSection form={form} before={initial} reviewCount={reviewCount} />

      <div className="flex justify-end">
        <Button
          look="secondary"
          busy={form.busy}
          className="max-sm:w-full"
          onClick={() => {
            previews.current = true;
            form.onSubmit();
          }}
        >
          {previewLabel}
        </Button>
      </div>

      <SaveBar>
        {(form.dirty || coverChanged) && <p className="mr-auto text-sm text-muted max-sm:hidden">O‘zgarishlar hali saqlanmagan</p>}
        <Button type="submit" busy={form.busy} className="max-sm:w-full">
          {form.busy ? 'Saqlanmoqda...' : submitLabel}
        </Button>
      </SaveBar>
    </form>
  );
};
