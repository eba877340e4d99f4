import { isTextQuestion } from '#contract/application-rules.ts';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import type { ProfileSection, QuestionType, RequirementLevel } from '#contract/opportunity-rules.ts';
import { nonEmptyLines } from '#contract/values.ts';
import { toFieldText, toInteger, toOptionalText } from './fields.ts';

/** A row of a list: `row` identifies it on the screen while it moves, and the server ignores it; a saved row has an id. */
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

/** The lists of an opportunity as the form holds them. */
export interface ListValues {
  required_skills: { id: number; name: string }[];
  requirements: RequirementRow[];
  profile_requirements: ProfileRequirementRow[];
  additional_questions: QuestionRow[];
}
export type ListName = keyof ListValues;

export const emptyLists: ListValues = { required_skills: [], requirements: [], profile_requirements: [], additional_questions: [] };

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

/** The lists of a saved opportunity. */
export const toListValues = (item: OpportunityDetail): ListValues => ({
  required_skills: item.required_skills,
  requirements: item.requirements.map(({ id, requirement, is_mandatory }, row) => ({ row, id, requirement, is_mandatory })),
  profile_requirements: item.profile_requirements.map(({ id, section, requirement_level, minimum_items, custom_message }, row) => ({
    row,
    id,
    section,
    requirement_level,
    minimum_items: toFieldText(minimum_items),
    custom_message: toFieldText(custom_message),
  })),
  additional_questions: item.additional_questions.map((question, row) => ({
    row,
    id: question.id,
    question: question.question,
    question_type: question.question_type,
    options: question.options.join('\n'),
    is_required: question.is_required,
    placeholder: toFieldText(question.placeholder),
    help_text: toFieldText(question.help_text),
    min_length: toFieldText(question.min_length),
    max_length: toFieldText(question.max_length),
  })),
});

/** Lengths are sent for text answers only: for other types their fields are hidden, so a wrong one could not be corrected. */
const lengths = ({ question_type, options, min_length, max_length }: QuestionRow) =>
  isTextQuestion({ question_type, options: nonEmptyLines(options) })
    ? { min_length: toInteger(min_length), max_length: toInteger(max_length) }
    : { min_length: null, max_length: null };

/** The lists as the server takes them: skills as ids, empty optional texts and numbers as null. */
export const toListPayload = ({ required_skills, requirements, profile_requirements, additional_questions }: ListValues) => ({
  required_skills: required_skills.map(({ id }) => id),
  requirements,
  profile_requirements: profile_requirements
    .map((row) => ({ ...row, minimum_items: toInteger(row.minimum_items), custom_message: toOptionalText(row.custom_message) }))
    .filter((row) => row.custom_message !== null || row.minimum_items !== null || Boolean(row.requirement_level)),
  additional_questions: additional_questions.map((row) => ({
    ...row,
    placeholder: toOptionalText(row.placeholder),
    help_text: toOptionalText(row.help_text),
    ...lengths(row),
  })),
});

const savedLists = ['requirements', 'profile_requirements', 'additional_questions'] as const;
/** The rows after a save with the ids the server gave them, so that the next save updates the same rows. */
export const rowsWithSavedIds = (values: ListValues, item: OpportunityDetail) =>
  savedLists.map((name) => [name, values[name].map((row, index) => ({ ...row, id: item[name][index]?.id ?? row.id }))] as const);
