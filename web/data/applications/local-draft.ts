import type { ApplicationDraft } from '#contract/application.ts';
import { isYesNoQuestion } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import { parseBoolean } from '#contract/values.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

/** Answers as the form holds them. */
export type FormAnswers = Record<string, unknown>;
/** Answers as the server keeps them. */
export type StoredAnswers = ApplicationDraft['answers'];

/** What is kept of a form: nothing that is empty, a tick as a word. */
export const toStoredAnswers = (answers: FormAnswers): StoredAnswers => {
  const worth: StoredAnswers = {};
  for (const [id, value] of Object.entries(answers)) {
    if (value === true) worth[id] = 'true';
    else if (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '') worth[id] = value as string | string[];
  }
  return worth;
};

/** What was kept, for the fields of these questions. */
export const toFormAnswers = (questions: readonly Question[], answers: StoredAnswers): FormAnswers => {
  const ticks = questions.filter((question) => isYesNoQuestion(question) && Object.hasOwn(answers, question.id));
  return { ...answers, ...Object.fromEntries(ticks.map(({ id }) => [id, parseBoolean(answers[id])])) };
};

/** The same text for the same answers: keys are numbers, which objects keep in order. */
export const serializeAnswers = (answers: StoredAnswers): string => JSON.stringify(answers);

/** Tells texts apart without keeping them (53 bits of cyrb53). */
export const hashText = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
};

/** The second net: what was typed, in this browser, with what is known of the server's draft. */
export interface LocalDraft {
  answers: StoredAnswers;
  /** Of the server's draft these answers grew from. */
  version: number;
  /** The server has confirmed exactly these answers. */
  saved: boolean;
  /** Marks of what was sent without an answer: the server may have any one of them. */
  sent: number[];
}

const keyOf = (person: number, opportunity: number) => `draft:apply:${person}:${opportunity}`;

export const readLocalDraft = (person: number, opportunity: number): LocalDraft | null => {
  try {
    const found = JSON.parse(readStored(keyOf(person, opportunity)) ?? 'null') as (Partial<LocalDraft> & { answers: FormAnswers }) | null;
    if (!found) return null;
    const { answers, version = 0, saved = false, sent = [] } = found;
    return { answers: toStoredAnswers(answers), version, saved, sent };
  } catch {
    // Unreadable is as good as none.
    return null;
  }
};
/** @returns whether this browser keeps it */
export const storeLocalDraft = (person: number, opportunity: number, copy: LocalDraft): boolean =>
  store(keyOf(person, opportunity), JSON.stringify(copy));
export const removeLocalDraft = (person: number, opportunity: number) => removeStored(keyOf(person, opportunity));

/** Whose answers go on: the server's, this browser's, or nobody's before the student has chosen. */
export const reconcile = (
  local: LocalDraft | null,
  server: Pick<ApplicationDraft, 'answers' | 'version'>,
): 'server' | 'local' | 'conflict' => {
  if (!local || local.saved || serializeAnswers(local.answers) === serializeAnswers(server.answers)) return 'server';
  // The version it grew from, or one of our own whose confirmation was lost.
  if (local.version === server.version || local.sent.includes(hashText(serializeAnswers(server.answers)))) return 'local';
  // Nothing is kept there (any more): nothing can be overwritten.
  return server.version === 0 ? 'local' : 'conflict';
};
