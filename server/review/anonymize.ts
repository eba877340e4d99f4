import { type RawBuilder, sql } from 'kysely';
import type { ApplicantSnapshot, ApplicationDetail } from '#contract/application.ts';
import { anonymousName } from '#contract/review-rules.ts';
import { looseForm, normalizedWords } from '#contract/textNormalization.ts';

/** Identifying data of the applicant, from the snapshot or from the account of today. */
export type ApplicantIdentity = { [Field in 'first_name' | 'last_name' | 'email' | 'phone']?: string | null | undefined };
/** Both identities as SQL, for an application `a`, the student's account `u` and profile `s`. */
export const applicantIdentities: RawBuilder<ApplicantIdentity[]> = sql`json_build_array(
  json_build_object('first_name', a.snapshot ->> 'first_name', 'last_name', a.snapshot ->> 'last_name', 'email', a.snapshot ->> 'email',
    'phone', a.snapshot ->> 'phone'),
  json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'phone', s.phone))`;
/** Replaces a hidden part of a text. */
export const hiddenMark = '•••';
/** Replaces a whole answer. */
export const hiddenAnswer = 'Yashirilgan';

const present = (values: readonly (string | null | undefined)[]): string[] => values.filter((one): one is string => Boolean(one?.trim()));

/** Parts of patronymics that are also common words, so they are not hidden. */
const patronymicParts = new Set(["o'g'li", 'ogli', "o'gli", 'ugli', 'qizi', 'kizi'].map(looseForm));
/** Names of at least this many letters are also matched inside a longer word (Karimov in Karimovning and in mr.karimov1). */
const longNameMin = 5;
/** Uzbek suffixes of a name. A short name matches only with these, or Ali would match in alifbo. */
const endings = /^(jon|xon|hon|bek|oy|cha)?(lar)?(im|ing|i|si)?(ni|ning|niki|ga|ka|qa|da|dan|dagi|cha|man|san|mi)?\d*$/;

/** A word as a reader sees it: apostrophes and invisible characters do not end it. */
const visibleWord = /[\p{L}\p{M}\p{N}'`´ʹʻʼʽˈ‘’‚‛′‵＇｀ꞌ\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;
const addresses = /[^\s@<>()[\]"“”«»,;]+@[^\s@<>()[\]"“”«»,;]+\.[^\s@<>()[\]"“”«»,;]+/gu;
const handles = /(?<![\p{L}\p{N}])@[\w.]{3,}/gu;
const links = /(?:https?:\/\/|www\.)\S*[^\s.,;:!?)»”]|\b(?:[a-z0-9-]+\.)+(?:me|com|uz|net|org|io|dev|ru)\/\S*[^\s.,;:!?)»”]/giu;
/** A number of seven digits or more, with any spacing. */
const numbers = /\+?\d(?:[\s().\-–]*\d){6,}/g;
const onlyDigits = (text: string) => text.replace(/\D/g, '');

/**
 * Returns a function that hides an applicant in a text: names of three letters or more in any spelling (alphabet, apostrophes,
 * suffixes), every e-mail address, account name and link, and the phone number.
 */
export const anonymizer = (people: readonly ApplicantIdentity[]): ((text: string) => string) => {
  const names = present(people.flatMap(({ first_name, last_name }) => [first_name, last_name]));
  const accounts = present(people.map(({ email }) => email?.split('@', 1)[0]));
  const words = [...names, ...accounts].flatMap(normalizedWords).map(looseForm);
  const secretWords = [...new Set(words)].filter((one) => one.length >= 3 && !patronymicParts.has(one) && !/^\d+$/.test(one));
  const phoneNumbers = present(people.map(({ phone }) => phone))
    .map((phone) => onlyDigits(phone).slice(-9))
    .filter((digits) => digits.length >= 7);

  const isName = (word: string): boolean =>
    secretWords.some((name) =>
      name.length >= longNameMin ? word.includes(name) : word.startsWith(name) && endings.test(word.slice(name.length)),
    );
  const isPhoneNumber = (text: string): boolean => {
    const digits = onlyDigits(text);
    return /^998\d{9}$/.test(digits) || phoneNumbers.some((one) => digits.includes(one));
  };
  return (text) =>
    text
      .replace(addresses, hiddenMark)
      .replace(links, hiddenMark)
      .replace(handles, hiddenMark)
      .replace(numbers, (match) => (isPhoneNumber(match) ? hiddenMark : match))
      .replace(visibleWord, (match) => (normalizedWords(match).some((word) => isName(looseForm(word))) ? hiddenMark : match));
};

/** Fields with codes, labels and dates, which applicants do not write. */
const codedFields = /^(degree|experience_type|achievement_type|proficiency|category|.*_display|.*_date|date_achieved)$/;

/** Applies `anonymize` to every text in a value. */
const anonymizeTexts = <Value>(value: Value, anonymize: (text: string) => string): Value => {
  if (typeof value === 'string') return anonymize(value) as Value;
  if (Array.isArray(value)) return value.map((one) => anonymizeTexts(one, anonymize)) as Value;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, codedFields.test(key) ? one : anonymizeTexts(one, anonymize)]),
    ) as Value;
  return value;
};

/** A profile without identity and contact data; education, experience and other achievements remain. */
export const anonymizeApplicant = <Facts extends ApplicantSnapshot>(
  application_id: number,
  applicant: Facts,
  anonymize: (text: string) => string,
): Facts => {
  const [first_name = '', last_name = ''] = anonymousName(application_id).split(' ');
  return {
    ...anonymizeTexts(applicant, anonymize),
    projects: applicant.projects.map((one) => ({ ...anonymizeTexts(one, anonymize), project_url: null, github_url: null })),
    achievements: applicant.achievements.map((one) => ({ ...anonymizeTexts(one, anonymize), certificate_url: null, certificate: null })),
    first_name,
    last_name,
    avatar: null,
    email: '',
    phone: null,
    phone_visible: false,
    date_of_birth: null,
    social_links: [],
    resume: null,
    portfolio_url: null,
  };
};

/** Question types whose answers are addresses or files. */
const contactTypes = new Set(['email', 'url', 'file']);
/** An answer without the applicant's identity; addresses and files are hidden completely. */
export const anonymizeAnswer = (question_type: string, answer_text: string, anonymize: (text: string) => string): string =>
  contactTypes.has(question_type) ? hiddenAnswer : anonymize(answer_text);

/** The detail of an application as members see it in a blind review. */
export const anonymizeDetail = (detail: ApplicationDetail, people: readonly ApplicantIdentity[]): ApplicationDetail => {
  const anonymize = anonymizer(people);
  return {
    ...detail,
    is_blind: true,
    documents: [],
    history: detail.history.map((one) => ({ ...one, reason: one.reason && anonymize(one.reason) })),
    student: detail.student && anonymizeApplicant(detail.id, detail.student, anonymize),
    answers: detail.answers.map((one) => ({
      ...one,
      answer_text: anonymizeAnswer(one.question_type, one.answer_text, anonymize),
      answer_file: null,
    })),
    reason: detail.reason && anonymize(detail.reason),
    interview: detail.interview && { ...detail.interview, place: detail.interview.place && anonymize(detail.interview.place) },
  };
};
