import { type RawBuilder, sql } from 'kysely';
import { type OpportunityType, opportunityTypes } from '#contract/opportunity-rules.ts';
import {
  allowedTypos,
  looseForm,
  normalizedWords,
  normalizeForSearch,
  prefixMinLength,
  type TypoMatch,
  typoMatch,
} from '#contract/textNormalization.ts';
import type { Db } from '../db/connect.ts';

/** Characters of a query that are looked at. */
const queryMaxLength = 100;
/** Near misses of one word that are looked for, closest first. */
const nearMissesMax = 12;

/** One thing under three names; an item that uses one is found by all. */
const internship = ['amaliyot', 'stajirovka', 'internship'];

/**
 * What an item is found by: title, tags, place, the label of its type and the other names of an internship; the name of
 * the organization is added by the database. Not the description: every word of a query must be found, results stand by
 * date, and a word mentioned in passing in a long text would put strangers before what is named so.
 */
export const opportunitySearchText = (item: {
  title: string;
  opportunity_type?: string | null;
  tags?: readonly string[] | null;
  location?: string | null;
}): string => {
  const own = [item.title, ...(item.tags ?? [])];
  const isInternship = own.flatMap(normalizedWords).some((one) => internship.some((name) => one.startsWith(name)));
  const label = opportunityTypes[item.opportunity_type as OpportunityType];
  return normalizeForSearch(...own, item.location, label, ...(isInternship ? internship : []));
};

type Condition = RawBuilder<boolean>;

/** A word of a search text, or its beginning. */
interface Term {
  text: string;
  prefix: boolean;
}

/** Every word asked for, as the terms of which one is enough. */
type Wanted = Term[][];

/** Conditions on `opportunities o`. */
export interface Search {
  /** Answered by the index of words. */
  indexed: Condition;
  /** The same, read in the row itself: for rows that are at hand anyway. */
  where: Condition;
  /** Which of these come first, read in the row, the best first; whatever is none of them comes last. */
  better: Condition[];
  /** The first of those by the index, where that is much less to read: whole words are, beginnings are not. */
  bestIndexed: Condition | null;
  /** Which of these are found as they were asked for, by the index; null when all are as good as another. */
  written: Condition | null;
}
/** Where a row stands among the matches, 0 first. */
export const tierSql = ({ better }: Search): RawBuilder<number> =>
  better.length === 0
    ? sql`0::integer`
    : sql`case ${sql.join(
        better.map((condition, tier) => sql`when ${condition} then ${sql.lit(tier)}`),
        sql` `,
      )} else ${sql.lit(better.length)} end`;

// Words hold letters, digits, apostrophes, + and # only: no other sign means anything to LIKE or to a tsquery.
const inRow = (wanted: Wanted): Condition => {
  const held = ({ text, prefix }: Term) => sql`o.search_text like ${`% ${text}${prefix ? '' : ' '}%`}`;
  return sql`(${sql.join(
    wanted.map((terms) => sql`(${sql.join(terms.map(held), sql` or `)})`),
    sql` and `,
  )})`;
};
const inIndex = (wanted: Wanted): Condition => {
  const term = ({ text, prefix }: Term) => `'${text.replaceAll("'", "''")}'${prefix ? ':*' : ''}`;
  return sql`words_of(o.search_text) @@ ${wanted.map((terms) => `(${terms.map(term).join(' | ')})`).join(' & ')}::tsquery`;
};
const whole = (text: string): Term => ({ text, prefix: false });
const asWritten = (text: string): Term => ({ text, prefix: text.length >= prefixMinLength });

/** The different words of a query; null when nothing was asked, empty when it holds no word at all. */
export const queryWords = (text: string | undefined): string[] | null => {
  if (text === undefined || text.trim() === '') return null;
  return [...new Set(normalizedWords(text.slice(0, queryMaxLength)))];
};

/** A coarse form stands with its sign where it differs from the word, and without where it is the word. */
const coarse = ({ text, prefix }: Term): Term[] => [
  { text, prefix },
  { text: `~${text}`, prefix },
];
const spelledLoosely = (one: string): Term[] => {
  const loose = looseForm(one);
  return [asWritten(one), ...(loose === '' ? [] : coarse(asWritten(loose)))];
};

/**
 * Rows that hold every word: whole ones first, then those of which some word only begins so, then those that spell one
 * otherwise. Only the first two are written as they were asked for.
 */
export const writtenSearch = (words: readonly string[]): Search => {
  if (words.length === 0) return { indexed: sql`false`, where: sql`false`, better: [], bestIndexed: null, written: null };
  const wholly = words.map((one) => [whole(one)]);
  const written = words.map((one) => [asWritten(one)]);
  const spelled = words.map(spelledLoosely);
  return {
    indexed: inIndex(spelled),
    where: inRow(spelled),
    better: [inRow(wholly), inRow(written)],
    bestIndexed: inIndex(wholly),
    written: inIndex(written),
  };
};

/** Closest first; a beginning covers whatever begins so. */
const withoutCovered = (misses: TypoMatch[]): TypoMatch[] => {
  const kept: TypoMatch[] = [];
  for (const miss of misses.sort((a, b) => a.text.length - b.text.length)) {
    if (!kept.some(({ text, prefix }) => prefix && miss.text.startsWith(text))) kept.push(miss);
  }
  return kept.sort((a, b) => a.errors - b.errors);
};

/** What each word may have been meant to be, from the vocabulary of all search texts, in one statement. */
const nearMissesOf = async (db: Db, words: readonly string[]): Promise<Map<string, TypoMatch[]>> => {
  const asked = words.map((one) => ({ one, loose: looseForm(one) })).filter(({ loose }) => allowedTypos(loose) > 0);
  const found = new Map<string, TypoMatch[]>();
  if (asked.length === 0) return found;
  // The same first letter, long enough, and hardly a letter missing: what is left is compared letter by letter here.
  const parts = asked.map(({ loose }, at) => {
    const limit = allowedTypos(loose);
    const first = String.fromCodePoint(loose.codePointAt(0) as number);
    const after = String.fromCodePoint((loose.codePointAt(0) as number) + 1);
    return sql`
      select ${sql.lit(at)} as at, w.word from search_words w
      where w.word >= ${first} and w.word < ${after} and char_length(w.word) >= ${sql.lit(loose.length - limit)}
        and bit_count((letters_of(${loose}) & ~w.letters)::bit(32)) <= ${sql.lit(limit)}`;
  });
  const { rows } = await sql<{ at: number; word: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  for (const [at, { one, loose }] of asked.entries()) {
    const misses = new Map<string, TypoMatch>();
    for (const row of rows) {
      const miss = row.at === at ? typoMatch(loose, row.word) : null;
      if (miss) misses.set(`${miss.text} ${miss.prefix}`, miss);
    }
    found.set(one, withoutCovered([...misses.values()]).slice(0, nearMissesMax));
  }
  return found;
};

/** Rows that hold every word up to spelling or typing errors; those without typing errors first. */
export const typoSearch = async (db: Db, words: readonly string[]): Promise<Search> => {
  const misses = await nearMissesOf(db, words);
  const near = words.map((one) => [...spelledLoosely(one), ...(misses.get(one) ?? []).flatMap(coarse)]);
  return {
    indexed: inIndex(near),
    where: inRow(near),
    better: misses.size > 0 ? [inRow(words.map(spelledLoosely))] : [],
    bestIndexed: null,
    written: null,
  };
};
