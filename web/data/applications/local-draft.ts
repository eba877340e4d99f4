import type { ApplicationDraft } from '#contract/application.ts';
import { isYesNo } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import { parseBoolean } from '#contract/values.ts';
import { forget, keep, kept } from '../../lib/browserStorage.ts';

/** Answers as the form holds them. */
export type FormAnswers = Record<string, unknown>;
/** Answers as the server keeps them. */
export type KeptAnswers = ApplicationDraft['answers'];

/** What is kept of a form: nothing that is empty, a tick as a word. */
export const toKeep = (answers: FormAnswers): KeptAnswers => {
  const worth: KeptAnswers = {};
  for (const [id, value] of Object.entries(answers)) {
    if (value === true) worth[id] = 'true';
    else if (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '') worth[id] = value as string | string[];
  }
  return worth;
};

/** What was kept, for the fields of these questions. */
export const toForm = (questions: readonly Question[], answers: KeptAnswers): FormAnswers => {
  const ticks = questions.filter((question) => isYesNo(question) && Object.hasOwn(answers, question.id));
  return { ...answers, ...Object.fromEntries(ticks.map(({ id }) => [id, parseBoolean(answers[id])])) };
};

/** The same text for the same answers: keys are numbers, which objects keep in order. */
export const textOf = (answers: KeptAnswers): string => JSON.stringify(answers);

/** Tells texts apart without keeping them (53 bits of cyrb53). */
export const markOf = (text: string): number => {
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
export interface LocalCopy {
  answers: KeptAnswers;
  /** Of the server's draft these answers grew from. */
  version: number;
  /** The server has confirmed exactly these answers. */
  saved: boolean;
  /** Marks of what was sent without an answer: the server may have any one of them. */
  sent: number[];
}

const keyOf = (person: number, opportunity: number) => `draft:apply:${person}:${opportunity}`;

export const readCopy = (person: number, opportunity: number): LocalCopy | null => {
  try {
    const found = JSON.parse(kept(keyOf(person, opportunity)) ?? 'null') as (Partial<LocalCopy> & { answers: FormAnswers }) | null;
    if (!found) return null;
    const { answers, version = 0, saved = false, sent = [] } = found;
    return { answers: toKeep(answers), version, saved, sent };
  } catch {
    // Unreadable is as good as none.
    return null;
  }
};
/** @returns whether this browser keeps it */
export const keepCopy = (person: number, opportunity: number, copy: LocalCopy): boolean =>
  keep(keyOf(person, opportunity), JSON.stringify(copy));
export const forgetCopy = (person: number, opportunity: number) => forget(keyOf(person, opportunity));

/** Whose answers go on: the server's, this browser's, or nobody's before the student has chosen. */
export const reconcile = (
  local: LocalCopy | null,
  server: Pick<ApplicationDraft, 'answers' | 'version'>,
): 'server' | 'local' | 'conflict' => {
  if (!local || local.saved || textOf(local.answers) === textOf(server.answers)) return 'server';
  // The version it grew from, or one of our own whose confirmation was lost.
  if (local.version === server.version || local.sent.includes(markOf(textOf(server.answers)))) return 'local';
  // Nothing is kept there (any more): nothing can be overwritten.
  return server.version === 0 ? 'local' : 'conflict';
};
