import { checkAnswers, type QuestionDefinition } from '#contract/application-rules.ts';
import { badUrl } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { unsignedUrl } from '../files/signedLinks.ts';
import { fileNameFromUrl, fileUrl } from '../files/storeUpload.ts';

/** Of these addresses, the documents this student uploaded; they stay until the transaction ends. */
export const ownDocuments = async (trx: Db, student_id: number, urls: readonly string[]) => {
  const names = urls.flatMap((url) => fileNameFromUrl(url) ?? []);
  if (names.length === 0) return [];
  return trx
    .selectFrom('files')
    .select(['name', 'original_name'])
    .where('name', 'in', names)
    .where('kind', '=', 'document')
    .where('owner_id', '=', student_id)
    .forKeyShare()
    .execute();
};

/**
 * The answers as they are stored. An uploaded file must be a document of this student, and its address loses its signature;
 * in any other answer "/files/" is what somebody wrote. Errors are keyed by question id.
 */
export const checkOwnAnswers = async (
  trx: Db,
  student_id: number,
  questions: readonly QuestionDefinition[],
  given: Readonly<Record<string, unknown>>,
): Promise<ReturnType<typeof checkAnswers>> => {
  const { answers, errors } = checkAnswers(questions, given);
  const files = new Map<string, string>();
  for (const item of questions) {
    const key = String(item.id);
    const answer = answers[key];
    if (item.question_type === 'file' && answer && fileNameFromUrl(answer)) files.set(key, unsignedUrl(answer));
  }
  const own = new Set((await ownDocuments(trx, student_id, [...files.values()])).map(({ name }) => fileUrl(name)));
  for (const [key, url] of files) {
    if (own.has(url)) answers[key] = url;
    else errors[key] = [badUrl];
  }
  return { answers, errors };
};

/** The profile of an applicant stays as it is until the transaction ends, so that its files are still there with the snapshot. */
export const lockProfile = async (trx: Db, student_id: number): Promise<void> => {
  await trx.selectFrom('students').select('user_id').where('user_id', '=', student_id).forShare().execute();
};
