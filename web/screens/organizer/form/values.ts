import * as z from 'zod/mini';
import { isTextQuestion } from '#contract/application-rules.ts';
import { type OpportunityDetail, opportunityChange, requiredOnEdit } from '#contract/opportunity.ts';
import type { OpportunityStatus, OpportunityType, ProfileSection, QuestionType, RequirementLevel } from '#contract/opportunity-rules.ts';
import { nonEmptyLines } from '#contract/values.ts';
import { noReviewCriteria, type ReviewCriteriaValues } from './reviewCriteria.ts';

/** Rows of the repeaters carry `row`, a name of theirs that stays while they move; the server passes it over. */
interface Row {
  row: number;
  id?: number;
}
export interface RequirementRow extends Row {
  requirement: string;
  is_mandatory: boolean;
}
export interface ProfileRequirementRow extends Row {
  section: ProfileSection;
  requirement_level: RequirementLevel;
  minimum_items: string;
  custom_message: string;
}
export interface QuestionRow extends Row {
  question: string;
  question_type: QuestionType;
  /** One a line. */
  options: string;
  is_required: boolean;
  placeholder: string;
  help_text: string;
  min_length: string;
  max_length: string;
}

/** What the screen holds: texts as they are typed, also where the payload has numbers. */
export interface OpportunityValues extends ReviewCriteriaValues {
  title: string;
  description: string;
  opportunity_type: OpportunityType;
  status: OpportunityStatus;
  featured: boolean;
  start_date: string;
  end_date: string;
  application_deadline: string;
  result_announcement_date: string;
  location: string;
  is_remote: boolean;
  max_applications: string;
  compensation: string;
  benefits: string;
  application_instructions: string;
  min_gpa: string;
  required_major: string;
  graduation_year_min: string;
  graduation_year_max: string;
  age_min: string;
  age_max: string;
  required_skills: { id: number; name: string }[];
  requirements: RequirementRow[];
  profile_requirements: ProfileRequirementRow[];
  additional_questions: QuestionRow[];
}

export const emptyValues: OpportunityValues = {
  title: '',
  description: '',
  opportunity_type: 'conference',
  status: 'draft',
  featured: false,
  start_date: '',
  end_date: '',
  application_deadline: '',
  result_announcement_date: '',
  location: '',
  is_remote: false,
  max_applications: '',
  compensation: '',
  benefits: '',
  application_instructions: '',
  min_gpa: '',
  required_major: '',
  graduation_year_min: '',
  graduation_year_max: '',
  age_min: '',
  age_max: '',
  required_skills: [],
  requirements: [],
  profile_requirements: [],
  additional_questions: [],
  ...noReviewCriteria,
};

const nextRow = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ row }) => row)) + 1;
export const newRequirement = (rows: readonly Row[]): RequirementRow => ({ row: nextRow(rows), requirement: '', is_mandatory: true });
export const newProfileRequirement = (rows: readonly Row[]): ProfileRequirementRow => ({
  row: nextRow(rows),
  section: 'basic_info',
  requirement_level: 'required',
  minimum_items: '',
  custom_message: '',
});
export const newQuestion = (rows: readonly Row[]): QuestionRow => ({
  row: nextRow(rows),
  question: '',
  question_type: 'text',
  options: '',
  is_required: false,
  placeholder: '',
  help_text: '',
  min_length: '',
  max_length: '',
});

const typed = (value: string | number | null): string => (value === null ? '' : String(value));

/** What the edit form starts from. */
export const valuesOf = (item: OpportunityDetail, judging: ReviewCriteriaValues): OpportunityValues => ({
  ...judging,
  title: item.title,
  description: item.description,
  opportunity_type: item.opportunity_type,
  status: item.status,
  featured: item.featured,
  start_date: typed(item.start_date),
  end_date: typed(item.end_date),
  application_deadline: typed(item.application_deadline),
  result_announcement_date: typed(item.result_announcement_date),
  location: typed(item.location),
  is_remote: item.is_remote,
  max_applications: typed(item.max_applications),
  compensation: typed(item.compensation),
  benefits: typed(item.benefits),
  application_instructions: typed(item.application_instructions),
  min_gpa: typed(item.min_gpa),
  required_major: typed(item.required_major),
  graduation_year_min: typed(item.graduation_year_min),
  graduation_year_max: typed(item.graduation_year_max),
  age_min: typed(item.age_min),
  age_max: typed(item.age_max),
  required_skills: item.required_skills,
  requirements: item.requirements.map(({ id, requirement, is_mandatory }, row) => ({ row, id, requirement, is_mandatory })),
  profile_requirements: item.profile_requirements.map(({ id, section, requirement_level, minimum_items, custom_message }, row) => ({
    row,
    id,
    section,
    requirement_level,
    minimum_items: typed(minimum_items),
    custom_message: typed(custom_message),
  })),
  additional_questions: item.additional_questions.map((one, row) => ({
    row,
    id: one.id,
    question: one.question,
    question_type: one.question_type,
    options: one.options.join('\n'),
    is_required: one.is_required,
    placeholder: typed(one.placeholder),
    help_text: typed(one.help_text),
    min_length: typed(one.min_length),
    max_length: typed(one.max_length),
  })),
});

/** Whole numbers; what is no number is dropped (specification 5). */
const integerOf = (text: string): number | null => {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? null : value;
};
const textOf = (text: string): string | null => text.trim() || null;

/** Where nothing is typed no lengths are shown: a wrong one, left over from another type, could not be put right. */
const lengthsOf = ({ question_type, options, min_length, max_length }: QuestionRow) =>
  isTextQuestion({ question_type, options: nonEmptyLines(options) })
    ? { min_length: integerOf(min_length), max_length: integerOf(max_length) }
    : { min_length: null, max_length: null };

/** Everything of the opportunity itself as the wire names it, an emptied field as null; how it is judged is a call of its own. */
const wireOf = ({ blind_review: _blind, criteria: _criteria, ...values }: OpportunityValues) => ({
  ...values,
  end_date: textOf(values.end_date),
  result_announcement_date: textOf(values.result_announcement_date),
  max_applications: integerOf(values.max_applications),
  compensation: textOf(values.compensation),
  benefits: textOf(values.benefits),
  application_instructions: textOf(values.application_instructions),
  min_gpa: textOf(values.min_gpa),
  required_major: textOf(values.required_major),
  graduation_year_min: integerOf(values.graduation_year_min),
  graduation_year_max: integerOf(values.graduation_year_max),
  age_min: integerOf(values.age_min),
  age_max: integerOf(values.age_max),
  required_skills: values.required_skills.map(({ id }) => id),
  profile_requirements: values.profile_requirements
    .map((one) => ({ ...one, minimum_items: integerOf(one.minimum_items), custom_message: textOf(one.custom_message) }))
    .filter((one) => one.custom_message !== null || one.minimum_items !== null || Boolean(one.requirement_level)),
  additional_questions: values.additional_questions.map((one) => ({
    ...one,
    placeholder: textOf(one.placeholder),
    help_text: textOf(one.help_text),
    ...lengthsOf(one),
  })),
});

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);
const requiredFields: readonly string[] = ['title', 'description', 'start_date', 'application_deadline', 'location'];

/** On create, optional values that are empty stay away; the required ones come even empty, to be refused by name. */
export const createPayload = (values: OpportunityValues) =>
  Object.fromEntries(Object.entries(wireOf(values)).filter(([name, value]) => requiredFields.includes(name) || !isEmpty(value)));

/** On edit, what was emptied is sent as null; what was empty before and still is, and an untouched status, stay away. */
export const changePayload = (before: OpportunityValues) => (values: OpportunityValues) => {
  const was = wireOf(before) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wireOf(values))
      .map(([name, value]) => [name, value === '' && name in requiredOnEdit ? null : value] as const)
      .filter(([name, value]) => !(isEmpty(value) && isEmpty(was[name])) && !(name === 'status' && value === before.status)),
  );
};

/** What of a body differs from what there was: a colleague may have changed the rest meanwhile. */
export const onlyChanged = (body: Record<string, unknown>, before: OpportunityValues, values: OpportunityValues) => {
  const [was, is] = [before, values].map((one) => wireOf(one) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  return Object.fromEntries(Object.entries(body).filter(([name]) => JSON.stringify(was[name]) !== JSON.stringify(is[name])));
};

/** The schema of a change, where what the form requires may stay empty but not become so. */
export const changeSchemaOf = (before: OpportunityValues) =>
  opportunityChange.check(
    ...(Object.keys(requiredOnEdit) as (keyof typeof requiredOnEdit)[])
      .filter((name) => before[name] !== '')
      .map((name) =>
        z.refine<z.infer<typeof opportunityChange>>((change) => change[name] !== null, { error: requiredOnEdit[name], path: [name] }),
      ),
  );

/** The same body with a file: texts, and JSON text for lists; an empty text clears. */
export const withCover = (body: Readonly<Record<string, unknown>>, cover: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    form.set(name, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  form.set('cover_image', cover);
  return form;
};

const lists = ['requirements', 'profile_requirements', 'additional_questions'] as const;
/** Rows that were just saved, under the ids they got: sent again, they are the same rows. */
export const rowsAsSaved = (values: OpportunityValues, item: OpportunityDetail) =>
  lists.map((name) => [name, values[name].map((row, at) => ({ ...row, id: item[name][at]?.id ?? row.id }))] as const);

/** What tells whether the opportunity itself was changed since: everything but how it is judged and the ids of its rows. */
export const contentOf = (values: OpportunityValues): string =>
  JSON.stringify(wireOf(values), (_, value) =>
    value !== null && typeof value === 'object' && 'row' in value ? { ...value, id: undefined, row: undefined } : value,
  );
