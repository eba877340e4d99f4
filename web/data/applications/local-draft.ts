import type { ApplicationDraft } from '#contract/application.ts';
import { isYesNoQuestion } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import { parseBoolean } from '#contract/values.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

/** Answers as the form has them: by question id; a yes/no question is a boolean. */
export type FormAnswers = Record<string, unknown>;
/** Answers as the server stores them: by question id, texts or lists of texts. */
export type StoredAnswers = ApplicationDraft['answers'];

/** Converts form answers for storage: empty answers are dropped, true becomes 'true'. */
export const toStoredAnswers = (answers: FormAnswers): StoredAnswers => {
  const stored: StoredAnswers = {};
  for (const [id, value] of Object.entries(answers)) {
    if (value === true) stored[id] = 'true';
    else if (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '') stored[id] = value as string | string[];
  }
  return stored;
};

/** Converts stored answers for the fields of these questions. */
export const toFormAnswers = (questions: readonly Question[], answers: StoredAnswers): FormAnswers => {
  const ticks = questions.filter((question) => isYesNoQuestion(question) && Object.hasOwn(answers, question.id));
  return { ...answers, ...Object.fromEntries(ticks.map(({ id }) => [id, parseBoolean(answers[id])])) };
};

/** Answers as text, the same for equal answers: objects order numeric keys. */
export const serializeAnswers = (answers: StoredAnswers): string => JSON.stringify(answers);

/** 53-bit hash of a text (cyrb53), not cryptographic. */
export const hashText = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
};

/** The copy of a draft in this browser. */
export interface LocalDraft {
  answers: StoredAnswers;
  /** Version of the server's draft these answers are based on. */
  version: number;
  /** The server has confirmed exactly these answers. */
  saved: boolean;
  /** Hashes of answers sent without a reply; the server may have stored any of them. */
  sent: number[];
}

const storageKey = (user: number, opportunity: number) => `draft:apply:${user}:${opportunity}`;

/** The stored copy, null when there is none. */
export const readLocalDraft = (user: number, opportunity: number): LocalDraft | null => {
  try {
    const stored = JSON.parse(readStored(storageKey(user, opportunity)) ?? 'null') as
      | (Partial<LocalDraft> & { answers: FormAnswers })
      | null;
    if (!stored) return null;
    const { answers, version = 0, saved = false, sent = [] } = stored;
    return { answers: toStoredAnswers(answers), version, saved, sent };
  } catch {
    // Unreadable text counts as none.
    return null;
  }
};
/** Stores the copy. @returns false when the browser forbids storage or is full */
export const storeLocalDraft = (user: number, opportunity: number, copy: LocalDraft): boolean =>
  store(storageKey(user, opportunity), JSON.stringify(copy));
export const removeLocalDraft = (user: number, opportunity: number) => removeStored(storageKey(user, opportunity));

/** Which draft is current: the server's, this browser's, or a conflict the student has to resolve. */
export const reconcile = (
  local: LocalDraft | null,
  server: Pick<ApplicationDraft, 'answers' | 'version'>,
): 'server' | 'local' | 'conflict' => {
  if (!local || local.saved || serializeAnswers(local.answers) === serializeAnswers(server.answers)) return 'server';
  // The server has the version these answers are based on, or answers that this browser sent and whose confirmation was lost.
  if (local.version === server.version || local.sent.includes(hashText(serializeAnswers(server.answers)))) return 'local';
  // The server has no draft, so nothing is overwritten.
  return server.version === 0 ? 'local' : 'conflict';
};
