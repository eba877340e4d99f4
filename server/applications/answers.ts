import { type AskedQuestion, checkAnswers } from '#contract/application-rules.ts';
import { badUrl } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { nameOf, urlOf } from '../files/keep.ts';
import { keptUrl } from '../files/links.ts';

/** Of these addresses, the documents this student uploaded; they stay until the transaction ends. */
export const ownDocuments = async (trx: Db, student_id: number, urls: readonly string[]) => {
  const names = urls.flatMap((url) => nameOf(url) ?? []);
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

/** Questions whose answer is an address; in any other, "/files/" is what somebody wrote. */
const holdsAddress = ({ question_type }: AskedQuestion) => question_type === 'file' || question_type === 'url';

/**
 * The answers as they are stored: an address of ours loses its signature, and must be a document of this student. Errors
 * are keyed by question id.
 */
export const checkOwnAnswers = async (
  trx: Db,
  student_id: number,
  questions: readonly AskedQuestion[],
  given: Readonly<Record<string, unknown>>,
): Promise<ReturnType<typeof checkAnswers>> => {
  const { answers, errors } = checkAnswers(questions, given);
  const files = new Map<string, string>();
  for (const item of questions) {
    const key = String(item.id);
    const answer = answers[key];
    if (answer && holdsAddress(item) && nameOf(answer)) files.set(key, keptUrl(answer));
  }
  const own = new Set((await ownDocuments(trx, student_id, [...files.values()])).map(({ name }) => urlOf(name)));
  for (const [key, url] of files) {
    if (own.has(url)) answers[key] = url;
    else errors[key] = [badUrl];
  }
  return { answers, errors };
};

/** The profile of an applicant stays as it is until the transaction ends, so that its files are still there with the snapshot. */
export const holdProfile = async (trx: Db, student_id: number): Promise<void> => {
  await trx.selectFrom('students').select('user_id').where('user_id', '=', student_id).forShare().execute();
};
