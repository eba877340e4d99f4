import { type RawBuilder, sql } from 'kysely';
import { type OpportunityType, opportunityTypes } from '#contract/opportunity-rules.ts';
import { normalizedWords, normalizeForSearch } from '#contract/textNormalization.ts';
import type { Db } from '../db/connect.ts';
import { indexCondition, rowCondition, searchTerms, typoTerms } from '../db/wordSearch.ts';

type Condition = RawBuilder<boolean>;

/** Synonyms: an opportunity that uses one of them is found by all. */
const internshipWords = ['amaliyot', 'stajirovka', 'internship'];

/**
 * The search text of an opportunity: title, tags, place, the label of its type and the synonyms of an internship. The database
 * adds the name of the organization. The description is left out: results are sorted by date, so an item that only mentions a
 * word in a long text would come before items named after it.
 */
export const opportunitySearchText = (item: {
  title: string;
  opportunity_type?: string | null;
  tags?: readonly string[] | null;
  location?: string | null;
}): string => {
  const texts = [item.title, ...(item.tags ?? [])];
  const isInternship = texts.flatMap(normalizedWords).some((word) => internshipWords.some((name) => word.startsWith(name)));
  const label = opportunityTypes[item.opportunity_type as OpportunityType];
  return normalizeForSearch(...texts, item.location, label, ...(isInternship ? internshipWords : []));
};

/** Conditions on `opportunities o`. */
export interface OpportunitySearch {
  /** All matches, by the index on words. */
  indexed: Condition;
  /** The same matches, read in the row; for rows that are read anyway. */
  where: Condition;
  /** The better matches, read in the row: one condition for each tier, the best first. Other matches form the last tier. */
  better: Condition[];
  /** The best tier by the index; null where the index does not read much less for it than for all matches. */
  bestIndexed: Condition | null;
  /** Matches without loose forms, by the index; null when the search does not tell them apart. */
  written: Condition | null;
}
/** The tier of a matching row, 0 for the best. */
export const tierSql = ({ better }: OpportunitySearch): RawBuilder<number> =>
  better.length === 0
    ? sql`0::integer`
    : sql`case ${sql.join(
        better.map((condition, tier) => sql`when ${condition} then ${sql.lit(tier)}`),
        sql` `,
      )} else ${sql.lit(better.length)} end`;

const column = sql<string>`o.search_text`;

/** Opportunities that have every word, in three tiers: whole words, prefixes, loose forms. */
export const writtenSearch = (words: readonly string[]): OpportunitySearch => {
  if (words.length === 0) return { indexed: sql`false`, where: sql`false`, better: [], bestIndexed: null, written: null };
  const exact = searchTerms(words, 'exact');
  const prefix = searchTerms(words, 'prefix');
  const loose = searchTerms(words, 'loose');
  return {
    indexed: indexCondition(column, loose),
    where: rowCondition(column, loose),
    better: [rowCondition(column, exact), rowCondition(column, prefix)],
    bestIndexed: indexCondition(column, exact),
    written: indexCondition(column, prefix),
  };
};

/** Opportunities that have every word up to loose forms or typos, in two tiers: those without typos first. One statement. */
export const typoSearch = async (db: Db, words: readonly string[]): Promise<OpportunitySearch> => {
  const typos = await typoTerms(db, words, sql`search_words`);
  const loose = searchTerms(words, 'loose');
  const near = words.map((word, index) => [...(loose[index] ?? []), ...(typos.get(word) ?? [])]);
  return {
    indexed: indexCondition(column, near),
    where: rowCondition(column, near),
    better: typos.size > 0 ? [rowCondition(column, loose)] : [],
    bestIndexed: null,
    written: null,
  };
};
