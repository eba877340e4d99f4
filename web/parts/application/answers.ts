import * as z from 'zod/mini';
import { checkAnswers, isYesNoQuestion } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import { formatDate } from '#contract/uzbek.ts';
import { parseBoolean } from '#contract/values.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

/** An answer that is a file uploaded here, not a link somebody typed. */
export const isUploaded = (answer: string): boolean => answer.startsWith('/files/');

const nameKey = (answer: string) => `draft:file:${answer}`;
/** Where it can be had, for as long as this page lives: such a link runs out within the hour. */
const links = new Map<string, string>();

/** @returns the answer: the address without what lets one open it */
export const rememberFileName = ({ url, name }: { url: string; name: string }): string => {
  const answer = url.split('?', 1)[0] as string;
  links.set(answer, url);
  store(nameKey(answer), name);
  return answer;
};
export const forgetFileName = (answer: string) => removeStored(nameKey(answer));
/** What an uploaded file was called, as far as this browser knows; the answer itself is its address alone. */
export const fileName = (answer: string): string => {
  const ending = /\.(\w{2,4})$/.exec(answer)?.[1];
  return readStored(nameKey(answer)) ?? (ending ? `Yuklangan fayl (${ending.toUpperCase()})` : 'Yuklangan fayl');
};
export const fileLink = (answer: string): string | undefined => links.get(answer);

/** An answer as a person reads it; empty when there is none. */
export const readableAnswer = (question: Question, answer: unknown): string => {
  if (isYesNoQuestion(question)) return parseBoolean(answer) ? 'Ha' : 'Yo‘q';
  if (Array.isArray(answer)) return answer.join(', ');
  const text = typeof answer === 'string' ? answer : '';
  if (isUploaded(text)) return fileName(text);
  return question.question_type === 'date' && text ? formatDate(text, { fallback: text }) : text.trim();
};

/** What is typed, held against the questions as the server will hold it; the answers to send come out. */
export const answersSchema = (questions: readonly Question[]) =>
  z.pipe(
    z.object({ answers: z.record(z.string(), z.unknown()) }).check((context) => {
      for (const [id, [message]] of Object.entries(checkAnswers(questions, context.value.answers).errors))
        context.issues.push({ code: 'custom', message: message as string, path: ['answers', id], input: context.value });
    }),
    z.transform(({ answers }) => checkAnswers(questions, answers).answers),
  );
