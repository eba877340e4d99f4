import { type RawBuilder, sql } from 'kysely';
import type { ApplicantSnapshot, ApplicationDetail } from '#contract/application.ts';
import { anonymousName } from '#contract/review-rules.ts';
import { looseForm, normalizedWords } from '#contract/textNormalization.ts';

/** Who is hidden: as the snapshot says it, and as the account says it today. */
export type Person = { [Field in 'first_name' | 'last_name' | 'email' | 'phone']?: string | null | undefined };
/** The same in SQL, beside an application `a`, its student's account `u` and profile `s`. */
export const people: RawBuilder<Person[]> = sql`json_build_array(
  json_build_object('first_name', a.snapshot ->> 'first_name', 'last_name', a.snapshot ->> 'last_name', 'email', a.snapshot ->> 'email',
    'phone', a.snapshot ->> 'phone'),
  json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'phone', s.phone))`;
/** Stands where something was. */
export const hidden = '•••';
/** Stands for a whole answer. */
export const hiddenAnswer = 'Yashirilgan';

const present = (values: readonly (string | null | undefined)[]): string[] => values.filter((one): one is string => Boolean(one?.trim()));

/** "O‘g‘li" and "qizi" stand in many names and in many texts. */
const kinship = new Set(["o'g'li", 'ogli', "o'gli", 'ugli', 'qizi', 'kizi'].map(looseForm));
/** Names of this many letters are found inside a longer word too (Karimov in Karimovning and in mr.karimov1). */
const longName = 5;
/** What Uzbek adds to a name; a short name is found with these alone, or Ali would be found in alifbo. */
const endings = /^(jon|xon|hon|bek|oy|cha)?(lar)?(im|ing|i|si)?(ni|ning|niki|ga|ka|qa|da|dan|dagi|cha|man|san|mi)?\d*$/;

/** A run of letters as a reader sees it: apostrophes and invisible characters do not end a word. */
const run = /[\p{L}\p{M}\p{N}'`´ʹʻʼʽˈ‘’‚‛′‵＇｀ꞌ\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;
const addresses = /[^\s@<>()[\]"“”«»,;]+@[^\s@<>()[\]"“”«»,;]+\.[^\s@<>()[\]"“”«»,;]+/gu;
const handles = /(?<![\p{L}\p{N}])@[\w.]{3,}/gu;
const links = /(?:https?:\/\/|www\.)\S*[^\s.,;:!?)»”]|\b(?:[a-z0-9-]+\.)+(?:me|com|uz|net|org|io|dev|ru)\/\S*[^\s.,;:!?)»”]/giu;
/** A number of seven digits or more, however it is spaced. */
const numbers = /\+?\d(?:[\s().\-–]*\d){6,}/g;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/**
 * Hides an applicant in texts: names of three letters or more however they are spelled (another alphabet, other apostrophes,
 * with an ending), every e-mail address, account name and link, and the phone number.
 */
export const anonymizer = (people: readonly Person[]): ((text: string) => string) => {
  const names = present(people.flatMap(({ first_name, last_name }) => [first_name, last_name]));
  const accounts = present(people.map(({ email }) => email?.split('@', 1)[0]));
  const words = [...names, ...accounts].flatMap(normalizedWords).map(looseForm);
  const secret = [...new Set(words)].filter((one) => one.length >= 3 && !kinship.has(one) && !/^\d+$/.test(one));
  const own = present(people.map(({ phone }) => phone))
    .map((phone) => digitsOf(phone).slice(-9))
    .filter((digits) => digits.length >= 7);

  const tells = (word: string): boolean =>
    secret.some((name) => (name.length >= longName ? word.includes(name) : word.startsWith(name) && endings.test(word.slice(name.length))));
  const tellsNumber = (text: string): boolean => {
    const digits = digitsOf(text);
    return /^998\d{9}$/.test(digits) || own.some((one) => digits.includes(one));
  };
  return (text) =>
    text
      .replace(addresses, hidden)
      .replace(links, hidden)
      .replace(handles, hidden)
      .replace(numbers, (found) => (tellsNumber(found) ? hidden : found))
      .replace(run, (found) => (normalizedWords(found).some((word) => tells(looseForm(word))) ? hidden : found));
};

/** Words of the house and days: nobody wrote them, and programs read them. */
const ours = /^(degree|experience_type|achievement_type|proficiency|category|.*_display|.*_date|date_achieved)$/;

/** Every text of a value through the blindfold. */
const covered = <Value>(value: Value, cover: (text: string) => string): Value => {
  if (typeof value === 'string') return cover(value) as Value;
  if (Array.isArray(value)) return value.map((one) => covered(one, cover)) as Value;
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, ours.test(key) ? one : covered(one, cover)])) as Value;
  return value;
};

/** The profile of an application without the person: what was learned and done stays, who and how to reach them goes. */
export const anonymizeApplicant = <Facts extends ApplicantSnapshot>(
  application_id: number,
  applicant: Facts,
  cover: (text: string) => string,
): Facts => {
  const [first_name = '', last_name = ''] = anonymousName(application_id).split(' ');
  return {
    ...covered(applicant, cover),
    projects: applicant.projects.map((one) => ({ ...covered(one, cover), project_url: null, github_url: null })),
    achievements: applicant.achievements.map((one) => ({ ...covered(one, cover), certificate_url: null, certificate: null })),
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

/** Answers that are addresses or files. */
const contactTypes = new Set(['email', 'url', 'file']);
/** @param question_type how it was asked @param answer_text what was answered */
export const anonymizeAnswer = (question_type: string, answer_text: string, cover: (text: string) => string): string =>
  contactTypes.has(question_type) ? hiddenAnswer : cover(answer_text);

/** One application as its judges see it. */
export const anonymizeDetail = (detail: ApplicationDetail, people: readonly Person[]): ApplicationDetail => {
  const cover = anonymizer(people);
  return {
    ...detail,
    is_blind: true,
    documents: [],
    history: detail.history.map((one) => ({ ...one, reason: one.reason && cover(one.reason) })),
    student: detail.student && anonymizeApplicant(detail.id, detail.student, cover),
    answers: detail.answers.map((one) => ({
      ...one,
      answer_text: anonymizeAnswer(one.question_type, one.answer_text, cover),
      answer_file: null,
    })),
    reason: detail.reason && cover(detail.reason),
    interview: detail.interview && { ...detail.interview, place: detail.interview.place && cover(detail.interview.place) },
  };
};
