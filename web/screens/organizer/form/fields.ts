import type * as z from 'zod/mini';
import { type OpportunityDetail, type opportunityInput, requiredFields } from '#contract/opportunity.ts';
import { opportunityStatuses, opportunityTypes } from '#contract/opportunity-rules.ts';
import type { ListName } from './lists.ts';

interface FieldCommonSpec {
  label: string;
  hint?: string;
  /** Shown with this group, in the order below; a field without a group is placed on the screen by name. */
  group?: 'basics' | 'dates' | 'place' | 'benefits' | 'candidate';
}
/** One field of an opportunity. An `integer` is typed as text and sent as a number. */
export type OpportunityFieldSpec =
  | (FieldCommonSpec & { kind: 'text'; maxLength?: number; autoComplete?: string })
  | (FieldCommonSpec & { kind: 'area'; rows: number })
  | (FieldCommonSpec & { kind: 'date' })
  | (FieldCommonSpec & { kind: 'integer'; min?: number })
  | (FieldCommonSpec & { kind: 'select'; options: Record<string, string>; initial: string })
  | (FieldCommonSpec & { kind: 'check' });

type Input = z.infer<typeof opportunityInput>;

/**
 * Every field that is one control. The types of the values, the empty form, filling from the server, the payload and
 * the control on the screen derive from here; whether a field is required comes from the contract. The compiler asks
 * for a line here for every new field of `opportunityInput`.
 */
export const opportunityFields = {
  title: { kind: 'text', group: 'basics', label: 'Sarlavha', maxLength: 200, autoComplete: 'off' },
  description: { kind: 'area', group: 'basics', label: 'Tavsif', rows: 8 },
  opportunity_type: { kind: 'select', label: 'Imkoniyat turi', options: opportunityTypes, initial: 'conference' },
  status: {
    kind: 'select',
    label: 'Holati',
    options: opportunityStatuses,
    initial: 'draft',
    hint: 'Qoralamani faqat tashkilotingiz ko‘radi, faol imkoniyat hammaga ko‘rinadi.',
  },
  featured: { kind: 'check', label: 'Tavsiya etilgan', hint: 'Imkoniyat tavsiya etilganlar orasida ko‘rinadi.' },
  start_date: { kind: 'date', group: 'dates', label: 'Boshlanish sanasi' },
  end_date: { kind: 'date', group: 'dates', label: 'Tugash sanasi' },
  application_deadline: {
    kind: 'date',
    group: 'dates',
    label: 'Ariza topshirish muddati',
    hint: 'Shu kuni 23:59 gacha (Toshkent vaqti).',
  },
  result_announcement_date: { kind: 'date', group: 'dates', label: 'Natijalar e’lon qilinadigan sana' },
  location: { kind: 'text', group: 'place', label: 'Joylashuv', hint: 'Masalan: Toshkent, O‘zbekiston' },
  is_remote: { kind: 'check', group: 'place', label: 'Masofadan (onlayn)' },
  max_applications: {
    kind: 'integer',
    group: 'place',
    label: 'Arizalarning eng ko‘p soni',
    min: 0,
    hint: 'Bo‘sh yoki 0 bo‘lsa, son cheklanmaydi.',
  },
  compensation: { kind: 'text', group: 'benefits', label: 'Moliyaviy ta’minot', hint: 'Masalan: stipendiya, yo‘l xarajatlari' },
  benefits: { kind: 'area', group: 'benefits', label: 'Imtiyozlar', rows: 4, hint: 'Har birini yangi qatordan yozing.' },
  application_instructions: { kind: 'area', group: 'benefits', label: 'Ariza topshirish yo‘riqnomasi', rows: 4 },
  min_gpa: { kind: 'text', group: 'candidate', label: 'Eng kam GPA', hint: 'Masalan: 3.5 / 4.0' },
  required_major: { kind: 'text', group: 'candidate', label: 'Yo‘nalish' },
  graduation_year_min: { kind: 'integer', group: 'candidate', label: 'Bitirish yili (dan)' },
  graduation_year_max: { kind: 'integer', group: 'candidate', label: 'Bitirish yili (gacha)' },
  age_min: { kind: 'integer', group: 'candidate', label: 'Yoshi (dan)', min: 0 },
  age_max: { kind: 'integer', group: 'candidate', label: 'Yoshi (gacha)', min: 0 },
} as const satisfies Record<Exclude<keyof Input, ListName>, OpportunityFieldSpec>;
export type FieldName = keyof typeof opportunityFields;
export const fieldNames = Object.keys(opportunityFields) as FieldName[];

type Value<Spec> = Spec extends { kind: 'check' } ? boolean : Spec extends { options: infer Options } ? keyof Options : string;
/** The values as they are typed: numbers and dates are texts, an empty field is an empty text. */
export type FieldValues = { -readonly [Name in FieldName]: Value<(typeof opportunityFields)[Name]> };

/** Whether the form requires the field. */
export const isRequired = (name: string): boolean => Object.hasOwn(requiredFields, name);

/** The value for each field. */
const eachField = (value: (name: FieldName, spec: OpportunityFieldSpec) => unknown) =>
  Object.fromEntries(fieldNames.map((name) => [name, value(name, opportunityFields[name])]));

/** The values of a new opportunity. */
export const emptyFields = eachField((_, spec) =>
  spec.kind === 'select' ? spec.initial : spec.kind === 'check' ? false : '',
) as FieldValues;

/** A text or a number of the server as the form shows it; null is an empty text. */
export const toFieldText = (value: string | number | null): string => (value === null ? '' : String(value));

/** The values of a saved opportunity. */
export const toFieldValues = (item: OpportunityDetail) =>
  eachField((name) => {
    const value = item[name];
    return typeof value === 'boolean' ? value : toFieldText(value);
  }) as FieldValues;

/** A whole number; null for a text that is no number (specification 5). */
export const toInteger = (text: string): number | null => {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? null : value;
};
/** A trimmed text; null when nothing is left. */
export const toOptionalText = (text: string): string | null => text.trim() || null;

/** The values as the server takes them, an empty optional field as null. Required texts stay as they are typed. */
export const toFieldPayload = (values: FieldValues): Record<string, unknown> =>
  eachField((name, spec) => {
    const value = values[name];
    if (typeof value === 'boolean' || spec.kind === 'select' || isRequired(name)) return value;
    return spec.kind === 'integer' ? toInteger(value) : toOptionalText(value);
  });
