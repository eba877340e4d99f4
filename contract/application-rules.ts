import { applyObstacle, type QuestionType } from './opportunity-rules.ts';
import { badChoice, badDate, badEmail, badUrl, emailPattern, isCalendarDate, notNumber, parseBoolean, safeUrl, tooLong } from './values.ts';

export const applicationStatuses = {
  pending: 'Kutilmoqda',
  under_review: "Ko'rib chiqilmoqda",
  interview_scheduled: 'Suhbat belgilangan',
  accepted: 'Qabul qilindi',
  rejected: 'Rad etildi',
  withdrawn: 'Bekor qilingan',
} as const;
export type ApplicationStatus = keyof typeof applicationStatuses;

/** Where an application may go next; `withdrawn` is the student's own step, everything else the organization's. */
export const transitions: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  pending: ['under_review', 'accepted', 'rejected', 'withdrawn'],
  under_review: ['interview_scheduled', 'accepted', 'rejected', 'withdrawn'],
  interview_scheduled: ['accepted', 'rejected', 'withdrawn'],
  accepted: ['under_review'],
  rejected: ['under_review'],
  withdrawn: [],
};
export const canMove = (from: ApplicationStatus, to: ApplicationStatus): boolean => transitions[from].includes(to);
/** Steps of an organization; the student's own is not among them. */
export const organizationTransitions = (from: ApplicationStatus): ApplicationStatus[] =>
  transitions[from].filter((to) => to !== 'withdrawn');
/** @param item the opportunity as it stands now; a draft is open to whoever was invited and applied */
export const canReinstate = (from: ApplicationStatus, item: Parameters<typeof applyObstacle>[0]): boolean =>
  from === 'withdrawn' && applyObstacle(item, 'student', null) === null;
export const canWithdraw = (from: ApplicationStatus): boolean => canMove(from, 'withdrawn');

/** The promised day of an answer has passed and nothing was decided. @param today a day in Tashkent */
export const isAnswerOverdue = (status: ApplicationStatus, result_announcement_date: string | null, today: string): boolean =>
  statusGroup(status) === 'in_progress' && result_announcement_date !== null && result_announcement_date < today;

/** Counting groups of dashboard and lists (specification 4). */
export type StatusGroup = 'accepted' | 'closed' | 'in_progress';
export const statusGroup = (status: ApplicationStatus): StatusGroup =>
  status === 'accepted' ? 'accepted' : status === 'rejected' || status === 'withdrawn' ? 'closed' : 'in_progress';

/** Figures over applications, by what they stand at. */
export interface StatusFigures extends Record<StatusGroup, number> {
  total: number;
  by_status: Record<ApplicationStatus, number>;
}
/** @param counts how many stand at a status; a status without an entry has none */
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

export const answerMissing = 'Iltimos, ushbu savolga javob kiriting.';
export type Answers = Record<string, string>;

export const joinOptions = (value: unknown): string =>
  (Array.isArray(value) ? value : [value])
    .filter((part) => ['string', 'number', 'boolean'].includes(typeof part))
    .map((part) => String(part).normalize('NFC').trim())
    .filter(Boolean)
    .join(', ');

/** A checkbox without options is one yes/no box. */
export const isYesNoQuestion = (item: Pick<QuestionDefinition, 'question_type' | 'options'>): boolean =>
  item.question_type === 'checkbox' && item.options.length === 0;

const plain = (option: string) => option.normalize('NFC').trim();

/**
 * Splits a multi-select answer into the options it was joined from, null when it cannot be. Options may hold commas
 * themselves, so every way of splitting is tried.
 */
export const chosenOptions = (answer: string, options: readonly string[]): string[] | null => {
  const known = options.map(plain).filter(Boolean);
  const text = answer.trim();
  /** A way to reach each position; from the start on, so that long answers need no recursion. */
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

/** What of a question the checks below look at. */
export interface QuestionDefinition {
  id: number;
  question: string;
  question_type: QuestionType;
  options: string[];
  is_required: boolean;
  max_length: number | null;
  min_length: number | null;
}

/** The address of something uploaded: nobody typed it, so no length was asked of it. */
const isUploaded = (item: QuestionDefinition, answer: string) =>
  item.question_type === 'file' && /^\/files\/[\w/.?=&-]{1,300}$/.test(answer);

/** Whether words are typed. What is picked (options, a day, a yes) has no length to be asked for. */
export const isTextQuestion = ({ question_type, options }: Pick<QuestionDefinition, 'question_type' | 'options'>): boolean =>
  question_type !== 'date' && question_type !== 'checkbox' && (question_type !== 'select' || options.length === 0);
/** UTF-16 units of a typed answer, where the question names no limit. */
export const answerMaxLength = 5000;

const lengthProblem = (item: QuestionDefinition, answer: string): string | null => {
  const room = Math.max(answerMaxLength, item.options.join(', ').length);
  const limit = isTextQuestion(item) ? (item.max_length ?? answerMaxLength) : room;
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
      return item.options.length === 0 || item.options.some((option) => plain(option) === answer) ? null : badChoice;
    case 'checkbox':
      return item.options.length === 0 || chosenOptions(answer, item.options) ? null : badChoice;
    default:
      return null;
  }
};

/**
 * What is sent and what is stored: keyed by question id (the exact question text is accepted too), trimmed, blanks and
 * unknown keys dropped, several choices joined with ', '. Errors are keyed by question id.
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
    const said = joinOptions(raw);
    const answer = isYesNoQuestion(item) && said !== '' ? (parseBoolean(said) ? 'Ha' : 'Yo‘q') : said;
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

/** Name shown for an applicant who deleted their account. */
export const deletedAccountName = 'O‘chirilgan hisob';
