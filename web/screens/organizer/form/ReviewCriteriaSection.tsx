import { formatNumber } from '#contract/uzbek.ts';
import type { Form } from '../../../lib/form.ts';
import { CheckField, TextArea, TextField } from '../../../ui/Field.tsx';
import { FormSection, Pair } from './FormSection.tsx';
import { Repeater } from './Repeater.tsx';
import { newCriterion, type ReviewCriteriaValues, sameRanking } from './reviewCriteria.ts';
import type { OpportunityValues } from './values.ts';

interface ReviewCriteriaSectionProps {
  form: Form<OpportunityValues>;
  /** The settings saved last. */
  before: ReviewCriteriaValues;
  /** Reviews that hold scores now. */
  reviewCount: number;
}

/** The criteria reviewers score by, and whether names are hidden from them. */
export const ReviewCriteriaSection = ({ form, before, reviewCount }: ReviewCriteriaSectionProps) => (
  <FormSection
    title="Baholash"
    hint="Arizalarni tashkilotingiz a’zolari shu mezonlar bo‘yicha baholaydi. Talabalar mezon va ballarni ko‘rmaydi. Mezonsiz ham qaror qabul qilishingiz mumkin."
  >
    <CheckField
      form={form}
      name="blind_review"
      label="Nomzodlarning ismini yashirish"
      hint="Yoqilsa, nomzodlarning ismi, rasmi va aloqa ma’lumotlari ro‘yxatda, arizada, CV va eksportda ko‘rinmaydi. Shunda faqat javoblar va tajriba baholanadi. Istalgan vaqtda o‘chirishingiz mumkin."
    />
    {reviewCount > 0 && !sameRanking(before, form.values) && (
      <p role="status" className="rounded-xl bg-warning-soft p-4 font-medium text-warning">
        Bu imkoniyat bo‘yicha {formatNumber(reviewCount)} ta baho qo‘yilgan. Mezonlarni o‘zgartirsangiz, reyting qayta hisoblanadi;
        o‘chirilgan mezon ballari ham o‘chadi.
      </p>
    )}
    <Repeater form={form} name="criteria" noun="mezon" add="Mezon qo‘shish" createRow={newCriterion} firstField="name" movable>
      {(path) => (
        <>
          <TextField form={form} name={`${path}.name`} label="Mezon nomi" maxLength={200} hint="Masalan: Motivatsiya" autoComplete="off" />
          <Pair>
            <TextField
              form={form}
              name={`${path}.weight`}
              label="Vazni"
              inputMode="decimal"
              autoComplete="off"
              hint="Vazni 2 bo‘lgan mezon vazni 1 bo‘lganidan ikki baravar muhim."
            />
            <TextField
              form={form}
              name={`${path}.max_score`}
              label="Eng yuqori ball"
              type="number"
              inputMode="numeric"
              min={1}
              max={1000}
              hint="Har bir ko‘rib chiquvchi 0 dan shu ballgacha qo‘yadi."
            />
          </Pair>
          <TextArea
            form={form}
            name={`${path}.description`}
            label="Tushuntirish"
            optional
            rows={2}
            maxLength={1000}
            hint="Ko‘rib chiquvchi nimaga e’tibor berishi kerakligi."
          />
        </>
      )}
    </Repeater>
  </FormSection>
);
