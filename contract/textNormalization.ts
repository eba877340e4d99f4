/**
 * The one fold of the search: queries, titles, names of skills and universities all pass through here, in the browser
 * and on the server. Two forms of a word come out:
 * - `wordsOf`: what counts as the same word however it is typed — apostrophe look-alikes, Cyrillic or Latin, case,
 *   Unicode forms, punctuation. Words equal here match exactly.
 * - `looseWord`: a coarser form for near misses — no apostrophes, x and h alike, doubled letters once, letters of the
 *   draft alphabet, English and Russian place names.
 */
export const apostropheCharacters = "'`´ʹʻʼʽˈ‘’‚‛′‵＇｀ꞌ";
export const apostrophes = new RegExp(`[${apostropheCharacters}]`, 'g');
/** Soft hyphen, zero-width characters, direction marks, byte order mark. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Cyrillic letters that look like a Latin one; only then is a Latin word taken to hide them (grаnt). */
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

/** @param text lower case, NFC */
const transliterate = (text: string): string => {
  if (!/\p{Script=Cyrillic}/u.test(text)) return text;
  let latin = '';
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    const next = text[at + 1] ?? '';
    const afterVowel = cyrillicVowels.has(before);
    if (letter === 'е') latin += afterVowel || before === 'ъ' || before === 'ь' || !/\p{L}/u.test(before) ? 'ye' : 'e';
    else if (letter === 'ц') latin += afterVowel ? 'ts' : 's';
    else if (letter === 'ъ' && next !== '' && 'еёюя'.includes(next)) latin += '';
    else if (letter === 'с' && next === 'ҳ') latin += "s'";
    else latin += cyrillic[letter] ?? letter;
    before = letter;
  }
  return latin;
};

const unmask = (word: string): string => {
  if (!/\p{Script=Latin}/u.test(word) || !/\p{Script=Cyrillic}/u.test(word)) return word;
  const foreign = word.match(/\p{Script=Cyrillic}/gu) ?? [];
  return foreign.every((letter) => lookAlikes[letter])
    ? word.replace(/\p{Script=Cyrillic}/gu, (letter) => lookAlikes[letter] ?? letter)
    : word;
};

// A word: letters and digits, an apostrophe inside or after o and g, and the plus and sharp signs of c++ and c#.
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}']|[+#](?![\p{L}\p{N}]))*/gu;

/** A text as it is compared: lower case, Latin letters, `'` for every apostrophe; all other signs stay. */
export const toLatin = (text: string): string => {
  // Apostrophes first: NFKC would make a space of an acute accent.
  const plain = text
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .replace(/\p{L}+/gu, unmask)
    // C++ and C# keep their names when the letter is Cyrillic.
    .replace(/(?<!\p{L})[сС](?=[+#])/gu, 'c');
  // The dotted capital of Turkish would otherwise leave a combining dot behind, whatever the locale.
  const lower = plain.replaceAll('İ', 'i').toLowerCase().replaceAll('i\u0307', 'i');
  return transliterate(lower).replace(/'{2,}/g, "'");
};

/** The words of a text as they are compared, in their order. */
export const normalizedWords = (text: string): string[] =>
  (toLatin(text).match(word) ?? []).map((one) => (/[og]'$/.test(one) ? one : one.replace(/'$/, '')));

const draftLetters: Record<string, string> = { ş: 'sh', ç: 'ch', ı: 'i', ø: 'o', ł: 'l', ß: 'ss' };
const loosen = (one: string): string =>
  one
    .replaceAll("'", '')
    .replace(/[şçıøłß]/g, (letter) => draftLetters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('kh', 'x')
    .replaceAll('x', 'h')
    .replace(/([a-z])\1+/g, '$1');

/** English and Russian forms (the latter as the alphabet table leaves them) of names of places. */
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

/** The coarse form of one word of `wordsOf`. */
export const looseForm = (one: string): string => {
  const loose = loosen(one);
  return places.get(loose) ?? loose;
};

/** Letters a word must have before its start alone is enough. */
export const prefixMinLength = 3;

/** Typing errors allowed in a word: none up to four letters, one up to eight, then two. */
export const allowedTypos = (loose: string): 0 | 1 | 2 => (loose.length < 5 ? 0 : loose.length < 9 ? 1 : 2);

/** Typing errors between two words: a wrong, missing, extra or swapped letter counts one; `limit + 1` when there are more. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] as number) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    // A swap may still reach back one row, so only two bad rows in a line are final.
    if (least > limit && Math.min(...last) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] as number, limit + 1);
};

export interface TypoMatch {
  text: string;
  /** The rest of the word does not matter. */
  prefix: boolean;
  errors: number;
}

/**
 * What of `word` a mistyped `loose` may have meant: the whole word or a start of about the same length.
 * The first letter is taken to be right: people see it, and it keeps strangers away.
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

export type MatchTier = 'exact' | 'prefix' | 'loose' | 'none';

const tierOfWord = (asked: string, words: readonly string[]): MatchTier => {
  if (words.includes(asked)) return 'exact';
  if (asked.length >= prefixMinLength && words.some((one) => one.startsWith(asked))) return 'prefix';
  const loose = looseForm(asked);
  const fits = (one: string) =>
    one === loose || (loose.length >= prefixMinLength && one.startsWith(loose)) || typoMatch(loose, one) !== null;
  return words.some((one) => fits(looseForm(one))) ? 'loose' : 'none';
};

/** The weakest step any word of the query needs to be found in the text; every word must be found, in any order. */
export const matchTier = (query: string, text: string): MatchTier => {
  const words = normalizedWords(text);
  const tiers = normalizedWords(query).map((asked) => tierOfWord(asked, words));
  if (tiers.length === 0) return 'none';
  return (['none', 'loose', 'prefix'] as const).find((tier) => tiers.includes(tier)) ?? 'exact';
};

/**
 * A text as it is stored for searching: each word once, and after it `~` with its coarse form where that differs.
 * Surrounded by single spaces, so that ` word ` is a whole word, ` wor` a start and `~wor` a coarse start.
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
