import { applyObstacle, type QuestionType } from './opportunity-rules.ts';
import { badChoice, badDate, badEmail, badUrl, emailPattern, isCalendarDate, notNumber, parseBoolean, safeUrl, tooLong } from './values.ts';

/** States of an application and their labels (specification 4). */
export const applicationStatuses = {
  pending: 'Kutilmoqda',
  under_review: "Ko'rib chiqilmoqda",
  interview_scheduled: 'Suhbat belgilangan',
  accepted: 'Qabul qilindi',
  rejected: 'Rad etildi',
  withdrawn: 'Bekor qilingan',
} as const;
export type ApplicationStatus = keyof typeof applicationStatuses;

/** Allowed next states. The student alone moves to `withdrawn`; the organization makes every other transition. */
export const transitions: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  pending: ['under_review', 'accepted', 'rejected', 'withdrawn'],
  under_review: ['interview_scheduled', 'accepted', 'rejected', 'withdrawn'],
  interview_scheduled: ['accepted', 'rejected', 'withdrawn'],
  accepted: ['under_review'],
  rejected: ['under_review'],
  withdrawn: [],
};
/** Whether the transition is allowed. */
export const canMove = (from: ApplicationStatus, to: ApplicationStatus): boolean => transitions[from].includes(to);
/** Transitions an organization may make. */
export const organizationTransitions = (from: ApplicationStatus): ApplicationStatus[] =>
  transitions[from].filter((to) => to !== 'withdrawn');
/** Whether a student may take a withdrawal back. @param item the current opportunity; a draft accepts invited applicants */
export const canReinstate = (from: ApplicationStatus, item: Parameters<typeof applyObstacle>[0]): boolean =>
  from === 'withdrawn' && applyObstacle(item, 'student', null) === null;
/** Whether the student may withdraw. */
export const canWithdraw = (from: ApplicationStatus): boolean => canMove(from, 'withdrawn');

/** Whether the announced day of results has passed without a decision. @param today Tashkent day, `YYYY-MM-DD` */
export const isAnswerOverdue = (status: ApplicationStatus, result_announcement_date: string | null, today: string): boolean =>
  statusGroup(status) === 'in_progress' && result_announcement_date !== null && result_announcement_date < today;

/** Groups of states counted by dashboard and lists (specification 4). */
export type StatusGroup = 'accepted' | 'closed' | 'in_progress';
/** The group of a state. */
export const statusGroup = (status: ApplicationStatus): StatusGroup =>
  status === 'accepted' ? 'accepted' : status === 'rejected' || status === 'withdrawn' ? 'closed' : 'in_progress';

/** Counts of applications by group and by state. */
export interface StatusFigures extends Record<StatusGroup, number> {
  total: number;
  by_status: Record<ApplicationStatus, number>;
}
/** Sums counts by state into figures. @param counts applications by state; a missing state counts 0 */
export const statusFigures = (counts: readonly { status: ApplicationStatus; count: number }[]): StatusFigures => {
  const by_status = { pending: 0, under_review: 0, interview_scheduled: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  const figures: StatusFigures = { total: 0, in_progress: 0, accepted: 0, closed: 0, by_status };
  for (const { status, count } of counts) {
    figures.total += count;
    figures[statusGroup(status)] += count;
    by_status[status] += count;
  }
  return figures;
};

/** Message for a required question without an answer (specification 5). */
export const answerMissing = 'Iltimos, ushbu savolga javob kiriting.';
/** Answers by question id. */
export type Answers = Record<string, string>;

/** The stored form of an answer: options trimmed, NFC, joined with ', '. Nested values are dropped. */
export const joinOptions = (value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .filter((part) => ['string', 'number', 'boolean'].includes(typeof part))
    .map((part) => String(part).normalize('NFC').trim())
    .filter(Boolean)
    .join(', ');

/** Whether the question is a single yes/no box: a checkbox without options. */
export const isYesNoQuestion = (item: Pick<QuestionDefinition, 'question_type' | 'options'>): boolean =>
  item.question_type === 'checkbox' && item.options.length === 0;

const normalizeOption = (option: string) => option.normalize('NFC').trim();

/**
 * Splits a multi-select answer into its options, null when it is not made of them. Options may contain commas, so every
 * split is tried.
 */
export const chosenOptions = (answer: string, options: readonly string[]): string[] | null => {
  const known = options.map(normalizeOption).filter(Boolean);
  const text = answer.trim();
  // The options that lead to each position. Iterative, because answers can be long.
  const reached = new Map<number, string[]>([[0, []]]);
  for (let at = 0; at < text.length; at += 1) {
    const before = reached.get(at);
    if (!before) continue;
    for (const option of known) {
      if (!text.startsWith(option, at)) continue;
      const end = at + option.length;
      if (end === text.length) return [...before, option];
      if (text.startsWith(', ', end) && !reached.has(end + 2)) reached.set(end + 2, [...before, option]);
    }
  }
  return text === '' ? [] : null;
};

/** The fields of a question used to check an answer. */
export interface QuestionDefinition {
  id: number;
  question: string;
  question_type: QuestionType;
  options: string[];
  is_required: boolean;
  max_length: number | null;
  min_length: number | null;
}

/** Whether the answer is the address of an uploaded file, which length limits do not apply to. */
const isUploaded = (item: QuestionDefinition, answer: string) =>
  item.question_type === 'file' && /^\/files\/[\w/.?=&-]{1,300}$/.test(answer);

/** Whether the answer is typed text. Only typed answers have length limits; picked options and dates have none. */
export const isTextQuestion = ({ question_type, options }: Pick<QuestionDefinition, 'question_type' | 'options'>): boolean =>
  question_type !== 'date' && question_type !== 'checkbox' && (question_type !== 'select' || options.length === 0);
/** Length limit of a typed answer, in UTF-16 units, when the question has none. */
export const answerMaxLength = 5000;

const lengthProblem = (item: QuestionDefinition, answer: string): string | null => {
  const optionsLength = Math.max(answerMaxLength, item.options.join(', ').length);
  const limit = isTextQuestion(item) ? (item.max_length ?? answerMaxLength) : optionsLength;
  if (answer.length > limit) return tooLong(limit);
  const tooShort = isTextQuestion(item) && item.min_length !== null && answer.length < item.min_length;
  return tooShort ? `Kamida ${item.min_length} ta belgi kiriting.` : null;
};

const answerProblem = (item: QuestionDefinition, answer: string): string | null => {
  if (isUploaded(item, answer)) return null;
  if (answer.includes('\u0000') || !answer.isWellFormed()) return 'Matnda ruxsat etilmagan belgi bor.';
  const problem = lengthProblem(item, answer);
  if (problem) return problem;
  switch (item.question_type) {
    case 'number':
      return /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(answer) ? null : notNumber;
    case 'email':
      return emailPattern.test(answer) ? null : badEmail;
    case 'url':
    case 'file':
      return safeUrl(answer) ? null : badUrl;
    case 'date':
      return isCalendarDate(answer) ? null : badDate;
    case 'select':
      return item.options.length === 0 || item.options.some((option) => normalizeOption(option) === answer) ? null : badChoice;
    case 'checkbox':
      return item.options.length === 0 || chosenOptions(answer, item.options) ? null : badChoice;
    default:
      return null;
  }
};

/**
 * Checks and normalizes answers (specification 5). Browser and server share it.
 * @param given answers by question id, or by the exact question text; unknown keys are ignored
 * @returns answers by question id, trimmed, options joined with ', ', blanks left out; errors by question id
 */
export const checkAnswers = (
  questions: readonly QuestionDefinition[],
  given: Readonly<Record<string, unknown>>,
): { answers: Answers; errors: Record<string, string[]> } => {
  const answers: Answers = {};
  const errors: Record<string, string[]> = {};
  for (const item of questions) {
    const key = String(item.id);
    const raw = Object.hasOwn(given, key) ? given[key] : Object.hasOwn(given, item.question) ? given[item.question] : undefined;
    const text = joinOptions(raw);
    const answer = isYesNoQuestion(item) && text !== '' ? (parseBoolean(text) ? 'Ha' : 'Yo‘q') : text;
    const empty = answer === '' || (isYesNoQuestion(item) && item.is_required && answer !== 'Ha');
    if (empty && item.is_required) {
      errors[key] = [answerMissing];
      continue;
    }
    if (answer === '') continue;
    const problem = answerProblem(item, answer);
    if (problem) errors[key] = [problem];
    else if (item.question_type === 'checkbox' && item.options.length > 0)
      answers[key] = [...new Set(chosenOptions(answer, item.options))].join(', ');
    else answers[key] = answer;
  }
  return { answers, errors };
};

/** Shown as the name of an applicant whose account was deleted. */
export const deletedAccountName = 'O‘chirilgan hisob';
