import { type ReactNode, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { coverFailed, coverTooLarge, coverTypes, coverUnreadable, coverWrongType, imageMaxBytes } from '#contract/file.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { formStatuses, opportunityStatuses, statusObstacle } from '#contract/opportunity-rules.ts';
import { reviewSettingsInput } from '#contract/review.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import { fieldId, useForm } from '../../../lib/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { ImagePicker, type ImageRules } from '../../../ui/ImagePicker.tsx';
import { useLeaveGuard } from '../../../ui/useLeaveGuard.tsx';
import { SaveBar } from '../shared/SaveBar.tsx';
import { FormSection, Pair } from './FormSection.tsx';
import { rowsWithSavedIds } from './lists.ts';
import { FieldGroup, OpportunityField } from './OpportunityFields.tsx';
import { ProfileRequirementList, QuestionList, RequirementList } from './Repeaters.tsx';
import { ReviewCriteriaSection } from './ReviewCriteriaSection.tsx';
import { type ReviewCriteriaValues, reviewSettingsPayload } from './reviewCriteria.ts';
import { SkillsPicker } from './SkillsPicker.tsx';
import { useSaveOpportunity } from './useSaveOpportunity.ts';
import { type OpportunityValues, onlyChanged, withCover } from './values.ts';

const coverRules: ImageRules = {
  types: coverTypes,
  maxBytes: imageMaxBytes,
  wrongType: coverWrongType,
  tooLarge: coverTooLarge,
  unreadable: coverUnreadable,
  broken: coverFailed,
};

export interface OpportunityFormProps<Schema extends z.core.$ZodType> {
  /** The values at first; also the ones a change is compared with. */
  initial: OpportunityValues;
  schema: Schema;
  /** The body of the opportunity, without the review criteria. */
  payload(values: OpportunityValues): object;
  /** As the server has it; null while it is being created. */
  item: OpportunityDetail | null;
  /** Reviews that hold scores now. */
  reviewCount?: number;
  /** Review criteria of an earlier submit that saved only the opportunity. */
  unsavedCriteria?: ReviewCriteriaValues | null;
  submitLabel: string;
  /** Label of the button that saves and then opens the page students see. */
  previewLabel: string;
  /** Name of the draft in this browser's storage. */
  draftName: string;
  /** @param content the body in comparable form: a file is described by its name, size and time */
  onSend(body: Record<string, unknown> | FormData, content: unknown): Promise<OpportunityDetail>;
  /** The opportunity was saved, its review criteria were not. */
  onCriteriaFailed(item: OpportunityDetail): void;
  /** Everything was saved. */
  onSaved(item: OpportunityDetail, opensPreview: boolean): void;
}

/** The statuses the form may set; an archived opportunity offers `archived` instead of `closed`, which reads the same. */
const statusOptions = (from: OpportunityValues['status']) =>
  Object.fromEntries(
    formStatuses
      .filter((to) => statusObstacle(from, to) === null)
      .map((to) => (from === 'archived' && to === 'closed' ? 'archived' : to))
      .map((to) => [to, opportunityStatuses[to]]),
  );

/** Checks the opportunity and the review criteria together. Not z.intersection: its code would land in the chunk of all forms. */
const combinedSchema = (schema: z.core.$ZodType) => {
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
/** Whether the deadline has passed although the status lets students see or apply. */
const isPast = ({ status, application_deadline }: OpportunityValues): boolean =>
  (status === 'draft' || status === 'published') && isCalendarDate(application_deadline) && application_deadline < tashkentDay(new Date());

const describeFile = ({ name, size, lastModified }: File) => ({ name, size, lastModified });

/** The form of an opportunity, new or saved: two buttons, a cover, and the review criteria saved by a second call. */
export const OpportunityForm = <Schema extends z.core.$ZodType>({
  initial,
  schema,
  payload,
  item,
  reviewCount = 0,
  unsavedCriteria = null,
  submitLabel,
  previewLabel,
  draftName,
  onSend,
  onCriteriaFailed,
  onSaved,
}: OpportunityFormProps<Schema>) => {
  const [cover, setCover] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const savedCover = item?.cover_image ?? null;
  const coverChanged = cover !== null || (removed && savedCover !== null);
  /** Whether the preview button was pressed. */
  const opensPreview = useRef(false);
  const { save, hasUnsavedCriteria } = useSaveOpportunity({
    initial,
    item,
    unsavedCriteria,
    onCriteriaFailed: (saved, values) => {
      setCover(null);
      setRemoved(false);
      for (const [name, rows] of rowsWithSavedIds(values, saved)) form.set(name, rows);
      onCriteriaFailed(saved);
    },
  });
  const send = (body: Record<string, unknown>) => {
    if (cover) return onSend(withCover(body, cover), { ...body, cover: describeFile(cover) });
    const plain = removed && savedCover ? { ...body, cover_image: null } : body;
    return onSend(plain, plain);
  };
  const form = useForm({
    initial: { ...initial, ...unsavedCriteria },
    schema: useMemo(() => combinedSchema(schema), [schema]),
    payload: (values) => ({ ...payload(values), ...reviewSettingsPayload(values) }),
    draftName,
    submit: async (data, values) => {
      const { blind_review: _blind, criteria: _criteria, ...opportunityBody } = data;
      const body = item ? onlyChanged(opportunityBody, initial, values) : opportunityBody;
      // A preview of a new opportunity saves it as a draft.
      if (opensPreview.current && !item) body.status = 'draft';
      onSaved(await save(values, () => send(body), coverChanged), opensPreview.current);
    },
  });
  const guard = useLeaveGuard(item !== null && (form.dirty || form.restored || coverChanged), () => form.reset(), coverChanged);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        opensPreview.current = false;
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
          <Button variant="secondary" onClick={() => form.reset()}>
            {item ? 'Tiklanganini bekor qilish' : 'Formani tozalash'}
          </Button>
        </div>
      )}
      {hasUnsavedCriteria && (
        <div className="rounded-xl bg-warning-soft p-4 text-warning">
          <p className="font-semibold">Imkoniyat saqlandi, lekin baholash sozlamalari saqlanmadi.</p>
          <p>Qayta yuborsangiz, faqat saqlanmay qolgani yuboriladi.</p>
        </div>
      )}
      <ErrorSummary form={form} />

      <FormSection title="Asosiy ma’lumotlar">
        <FieldGroup form={form} group="basics" />
        <Pair>
          <OpportunityField form={form} name="opportunity_type" />
          <OpportunityField form={form} name="status" options={statusOptions(initial.status)} />
        </Pair>
        {initial.status !== 'cancelled' && form.values.status === 'cancelled' && (
          <Warning>
            Bekor qilingan imkoniyatni qayta ochib bo‘lmaydi. U ro‘yxatlardan olinadi va yangi ariza qabul qilmaydi, yuborilgan arizalar o‘z
            holida qoladi. Keyin davom ettirmoqchi bo‘lsangiz, “{opportunityStatuses.closed}” holatini tanlang.
          </Warning>
        )}
        <OpportunityField
          form={form}
          name="featured"
          disabled={item?.featured_locked}
          hint={
            item?.featured_locked
              ? 'Administrator bu imkoniyatni tavsiya etilganlar orasidan olib qo‘ygan, shuning uchun uni belgilab bo‘lmaydi.'
              : undefined
          }
        />
        <ImagePicker
          id={fieldId('cover_image')}
          label="Muqova rasmi"
          hint="Tavsiya etilgan o‘lcham: 1200x630. JPG, PNG yoki WebP, 5 MB gacha."
          rules={coverRules}
          current={removed ? null : savedCover}
          chosen={cover}
          error={form.errors.cover_image}
          onChoose={setCover}
          onRemove={() => {
            // First the chosen file goes, then the saved cover.
            if (cover) setCover(null);
            else setRemoved(true);
          }}
        />
      </FormSection>

      <FormSection title="Sana va joy">
        <Pair>
          <FieldGroup form={form} group="dates" />
        </Pair>
        {isPast(form.values) && <Warning>Bu kun o‘tgan: talabalar ariza topshira olmaydi.</Warning>}
        <FieldGroup form={form} group="place" />
      </FormSection>

      <FormSection title="Imtiyozlar va yo‘riqnoma">
        <FieldGroup form={form} group="benefits" />
      </FormSection>

      <FormSection title="Nomzodga talablar">
        <Pair>
          <FieldGroup form={form} group="candidate" />
        </Pair>
        <SkillsPicker form={form} />
      </FormSection>

      <FormSection title="Talablar" hint="Talaba bajarishi kerak bo‘lgan shartlar.">
        <RequirementList form={form} />
      </FormSection>
      <FormSection title="Profil talablari" hint="Ariza topshirishdan oldin profilning qaysi bo‘limlari to‘ldirilgan bo‘lishi kerak.">
        <ProfileRequirementList form={form} />
      </FormSection>
      <FormSection title="Qo‘shimcha savollar" hint="Talaba ariza bilan birga javob beradi.">
        <QuestionList form={form} />
      </FormSection>
      <ReviewCriteriaSection form={form} before={initial} reviewCount={reviewCount} />

      <div className="flex justify-end">
        <Button
          variant="secondary"
          busy={form.busy}
          className="max-sm:w-full"
          onClick={() => {
            opensPreview.current = true;
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
