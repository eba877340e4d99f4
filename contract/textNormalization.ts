/**
 * Normalization of text for search, in the browser and on the server: queries, titles, names of skills and universities.
 * A word has two forms:
 * - `normalizedWords`: equal for all ways to type the same word: apostrophe characters, Cyrillic or Latin, case, Unicode forms,
 *   punctuation. Words with equal forms match exactly.
 * - `looseForm`: coarser, for near misses: no apostrophes, x equals h, doubled letters once, letters of the draft alphabet,
 *   English and Russian place names.
 */

/** Characters that are used as an apostrophe. */
export const apostropheCharacters = "'`´ʹʻʼʽˈ‘’‚‛′‵＇｀ꞌ";
export const apostrophes = new RegExp(`[${apostropheCharacters}]`, 'g');
/** Soft hyphen, zero-width characters, direction marks, byte order mark. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Cyrillic letters that look like a Latin one. A Latin word may have them by mistake (grаnt). */
// biome-ignore format: a table
const lookAlikes: Record<string, string> = {
  а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's', һ: 'h', А: 'A', В: 'B', Е: 'E', К: 'K', М: 'M',
  Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y', Х: 'X', І: 'I', Ј: 'J', Ѕ: 'S',
};

// biome-ignore format: a table
const cyrillic: Record<string, string> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o',
  п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'x', ц: 's', ч: 'ch', ш: 'sh', щ: 'shch', ъ: "'", ы: 'i', ь: '', э: 'e', ю: 'yu',
  я: 'ya', ў: "o'", қ: 'q', ғ: "g'", ҳ: 'h', ә: 'a', ң: 'n', ө: 'o', ү: 'u', і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ј: 'j', ѕ: 's', һ: 'h',
};
const cyrillicVowels = new Set('аеёиоуэюяўыәөүі');

/** Writes Cyrillic letters in the Latin alphabet. @param text lower case, NFC */
const transliterate = (text: string): string => {
  if (!/\p{Script=Cyrillic}/u.test(text)) return text;
  let latin = '';
  let previous = '';
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] as string;
    const next = text[index + 1] ?? '';
    const afterVowel = cyrillicVowels.has(previous);
    if (letter === 'е') latin += afterVowel || previous === 'ъ' || previous === 'ь' || !/\p{L}/u.test(previous) ? 'ye' : 'e';
    else if (letter === 'ц') latin += afterVowel ? 'ts' : 's';
    else if (letter === 'ъ' && next !== '' && 'еёюя'.includes(next)) latin += '';
    else if (letter === 'с' && next === 'ҳ') latin += "s'";
    else latin += cyrillic[letter] ?? letter;
    previous = letter;
  }
  return latin;
};

/** Replaces Cyrillic look-alikes in a word that has both Latin and Cyrillic letters, when all its Cyrillic letters are look-alikes. */
const replaceLookAlikes = (word: string): string => {
  if (!/\p{Script=Latin}/u.test(word) || !/\p{Script=Cyrillic}/u.test(word)) return word;
  const letters = word.match(/\p{Script=Cyrillic}/gu) ?? [];
  return letters.every((letter) => lookAlikes[letter])
    ? word.replace(/\p{Script=Cyrillic}/gu, (letter) => lookAlikes[letter] ?? letter)
    : word;
};

/** A word: letters and digits, an apostrophe inside or after o and g, and the plus and number signs of c++ and c#. */
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}']|[+#](?![\p{L}\p{N}]))*/gu;

/** A text in lower case and Latin letters, with `'` for every apostrophe. Other characters do not change. */
export const toLatin = (text: string): string => {
  // Before NFKC, which would turn an acute accent into a space.
  const plain = text
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .replace(/\p{L}+/gu, replaceLookAlikes)
    // A Cyrillic letter in C++ or C# becomes Latin c, not s.
    .replace(/(?<!\p{L})[сС](?=[+#])/gu, 'c');
  // Lower case of the Turkish dotted capital would have a combining dot.
  const lower = plain.replaceAll('İ', 'i').toLowerCase().replaceAll('i\u0307', 'i');
  return transliterate(lower).replace(/'{2,}/g, "'");
};

/** The normalized words of a text, in order, with repetitions. */
export const normalizedWords = (text: string): string[] =>
  (toLatin(text).match(wordPattern) ?? []).map((one) => (/[og]'$/.test(one) ? one : one.replace(/'$/, '')));

const draftLetters: Record<string, string> = { ş: 'sh', ç: 'ch', ı: 'i', ø: 'o', ł: 'l', ß: 'ss' };
/** The loose form without place names. */
const loosen = (one: string): string =>
  one
    .replaceAll("'", '')
    .replace(/[şçıøłß]/g, (letter) => draftLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('kh', 'x')
    .replaceAll('x', 'h')
    .replace(/([a-z])\1+/g, '$1');

/** English forms and transliterated Russian forms of place names. */
// biome-ignore format: a table
const placeVariants: Record<string, string> = {
  toshkent: 'tashkent tashent', samarqand: 'samarkand samarcand', buxoro: 'bukhara buxara bokhara', "farg'ona": 'fergana ferghana',
  andijon: 'andijan andizhan', xorazm: 'khorezm xorezm khwarezm', navoiy: 'navoi', "o'zbekiston": 'uzbekistan',
  jizzax: 'djizak jizzakh dzhizak jizzak', "qo'qon": 'kokand', qarshi: 'karshi', qashqadaryo: 'kashkadarya qashqadarya',
  surxondaryo: 'surkhandarya surxandarya', sirdaryo: 'syrdarya sirdarya', termiz: 'termez', urganch: 'urgench', xiva: 'khiva',
  guliston: 'gulistan', chirchiq: 'chirchik', olmaliq: 'almalyk almalik', "marg'ilon": 'margilan',
  "qoraqalpog'iston": 'karakalpakstan', shahrisabz: 'shakhrisabz', bekobod: 'bekabad', zarafshon: 'zarafshan',
};
const places = new Map(
  Object.entries(placeVariants).flatMap(([name, variants]) =>
    variants.split(' ').map((variant) => [loosen(variant), loosen(name)] as const),
  ),
);

/** The loose form of a normalized word. */
export const looseForm = (one: string): string => {
  const loose = loosen(one);
  return places.get(loose) ?? loose;
};

/** Letters a word of a query needs to match as a prefix. */
export const prefixMinLength = 3;

/** Typos allowed in a loose form: none up to four letters, one up to eight, then two. */
export const allowedTypos = (loose: string): 0 | 1 | 2 => (loose.length < 5 ? 0 : loose.length < 9 ? 1 : 2);

/** Typos between two words: each wrong, missing, extra or swapped letter is one. @returns `limit + 1` when there are more */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let rowBefore: number[] = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((lastRow[j] as number) + 1, (row[j - 1] as number) + 1, (lastRow[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (rowBefore[j - 2] as number) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap refers to the row before the last, so two rows over the limit are needed to stop.
    if (least > limit && Math.min(...lastRow) > limit) return limit + 1;
    rowBefore = lastRow;
    lastRow = row;
  }
  return Math.min(lastRow[b.length] as number, limit + 1);
};

export interface TypoMatch {
  /** The matched word or its beginning. */
  text: string;
  /** Whether `text` stands for all words that begin with it. */
  prefix: boolean;
  /** Number of typos. */
  errors: number;
}

/**
 * Matches a mistyped loose form with a candidate: the whole candidate, or a prefix of it that is at most one letter shorter or
 * longer. The first letter must be equal: a typo there is rare, and without the rule many unrelated words would match.
 * @returns the match with the fewest typos, null when there are too many
 */
export const typoMatch = (loose: string, candidate: string): TypoMatch | null => {
  const limit = allowedTypos(loose);
  if (limit === 0 || candidate[0] !== loose[0]) return null;
  let best: TypoMatch | null = null;
  for (const length of new Set([loose.length, loose.length - 1, loose.length + 1, candidate.length])) {
    if (length < 1 || length > candidate.length) continue;
    const errors = editDistance(loose, candidate.slice(0, length), limit);
    if (errors <= limit && (!best || errors < best.errors))
      best = { text: candidate.slice(0, length), prefix: Math.abs(length - loose.length) <= 1, errors };
  }
  return best;
};

/** How a query matches a text, best first; `loose` includes typos. */
export type MatchTier = 'exact' | 'prefix' | 'loose' | 'none';

const wordTier = (word: string, words: readonly string[]): MatchTier => {
  if (words.includes(word)) return 'exact';
  if (word.length >= prefixMinLength && words.some((one) => one.startsWith(word))) return 'prefix';
  const loose = looseForm(word);
  const matches = (one: string) =>
    one === loose || (loose.length >= prefixMinLength && one.startsWith(loose)) || typoMatch(loose, one) !== null;
  return words.some((one) => matches(looseForm(one))) ? 'loose' : 'none';
};

/** How a text matches a query in which every word must match, in any order: the weakest tier of its words. */
export const matchTier = (query: string, text: string): MatchTier => {
  const words = normalizedWords(text);
  const tiers = normalizedWords(query).map((word) => wordTier(word, words));
  if (tiers.length === 0) return 'none';
  return (['none', 'loose', 'prefix'] as const).find((tier) => tiers.includes(tier)) ?? 'exact';
};

/**
 * The search text of some texts: each normalized word once, followed by `~` and its loose form where that differs. Words are
 * surrounded by single spaces, so ` word ` finds a whole word, ` wor` a prefix and `~wor` a prefix of a loose form.
 * @returns a single space when there are no words
 */
export const normalizeForSearch = (...texts: readonly (string | null | undefined)[]): string => {
  const parts = new Set<string>();
  for (const text of texts) {
    for (const one of normalizedWords(text ?? '')) {
      parts.add(one);
      const loose = looseForm(one);
      if (loose !== one && loose !== '') parts.add(`~${loose}`);
    }
  }
  return parts.size === 0 ? ' ' : ` ${[...parts].join(' ')} `;
};
