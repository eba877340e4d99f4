import { isYesNo } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import { formatDate } from '#contract/uzbek.ts';
import { parseBoolean } from '#contract/values.ts';
import { forget, keep, kept } from '../../../lib/kept.ts';

/** An answer that is a file uploaded here, not a link somebody typed. */
export const isUploaded = (answer: string): boolean => answer.startsWith('/files/');

const nameKey = (url: string) => `draft:file:${url.split('?', 1)[0]}`;
/** What an uploaded file was called, as this browser remembers it; the answer itself is its address alone. */
export const rememberFile = (url: string, name: string) => keep(nameKey(url), name);
export const forgetFile = (url: string) => forget(nameKey(url));
export const fileName = (url: string): string => {
  const ending = /\.(\w{2,4})(\?|$)/.exec(url)?.[1];
  return kept(nameKey(url)) ?? (ending ? `Yuklangan fayl (${ending.toUpperCase()})` : 'Yuklangan fayl');
};

/** An answer as a person reads it; empty when there is none. */
export const readable = (question: Question, answer: unknown): string => {
  if (isYesNo(question)) return parseBoolean(answer) ? 'Ha' : 'Yo‘q';
  if (Array.isArray(answer)) return answer.join(', ');
  const text = typeof answer === 'string' ? answer : '';
  if (isUploaded(text)) return fileName(text);
  return question.question_type === 'date' && text ? formatDate(text, { fallback: text }) : text.trim();
};
