import * as z from 'zod/mini';
import { checkAnswers, isYesNoQuestion } from '#contract/application-rules.ts';
import { isFileUrl } from '#contract/fileUrl.ts';
import type { Question } from '#contract/opportunity.ts';
import { formatDate } from '#contract/uzbek.ts';
import { parseBoolean } from '#contract/values.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

/** Whether an answer is an uploaded file, not a link. */
export const isUploaded = (answer: string): boolean => isFileUrl(answer);

const nameKey = (answer: string) => `draft:file:${answer}`;
/** Download links by answer. Only in memory, because they expire within an hour. */
const links = new Map<string, string>();

/** Stores the name of an uploaded file in this browser and its link in memory. @returns the answer: its address without the signature */
export const storeUploadedFile = ({ url, name }: { url: string; name: string }): string => {
  const answer = url.split('?', 1)[0] as string;
  links.set(answer, url);
  store(nameKey(answer), name);
  return answer;
};
/** Removes the stored name of an uploaded file. */
export const removeFileName = (answer: string) => removeStored(nameKey(answer));
/** Original name of an uploaded file when this browser knows it; the answer has only its address. */
export const fileName = (answer: string): string => {
  const extension = /\.(\w{2,4})$/.exec(answer)?.[1];
  return readStored(nameKey(answer)) ?? (extension ? `Yuklangan fayl (${extension.toUpperCase()})` : 'Yuklangan fayl');
};
/** Download link of a file uploaded since the page was loaded. */
export const fileLink = (answer: string): string | undefined => links.get(answer);

/** An answer as text; empty when there is none. */
export const readableAnswer = (question: Question, answer: unknown): string => {
  if (isYesNoQuestion(question)) return parseBoolean(answer) ? 'Ha' : 'Yo‘q';
  if (Array.isArray(answer)) return answer.join(', ');
  const text = typeof answer === 'string' ? answer : '';
  if (isUploaded(text)) return fileName(text);
  return question.question_type === 'date' && text ? formatDate(text, { fallback: text }) : text.trim();
};

/** Schema that validates form answers as the server does and outputs the answers to send. */
export const answersSchema = (questions: readonly Question[]) =>
  z.pipe(
    z.object({ answers: z.record(z.string(), z.unknown()) }).check((context) => {
      for (const [id, [message]] of Object.entries(checkAnswers(questions, context.value.answers).errors))
        context.issues.push({ code: 'custom', message: message as string, path: ['answers', id], input: context.value });
    }),
    z.transform(({ answers }) => checkAnswers(questions, answers).answers),
  );
