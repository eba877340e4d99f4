import { normalizedWords } from '#contract/textNormalization.ts';

// biome-ignore format: a table
const inCyrillic: Record<string, string> = {
  "o'": 'ў', "g'": 'ғ', sh: 'ш', ch: 'ч', yo: 'ё', yu: 'ю', ya: 'я', ye: 'е', a: 'а', b: 'б', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'ҳ', i: 'и',
  j: 'ж', k: 'к', l: 'л', m: 'м', n: 'н', o: 'о', p: 'п', q: 'қ', r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', x: 'х', y: 'й', z: 'з', "'": 'ъ',
};
/** An e at the beginning of a word or after a vowel is э, because е is read as ye there. */
const toCyrillic = (word: string) =>
  word.replace(/(?<![^aeiou])e/g, 'э').replace(/[og]'|sh|ch|y[oeua]|[a-z']/g, (letters) => inCyrillic[letters] ?? letters);

/** The normalized words of a title that can be written in Uzbek Cyrillic. */
export const rewritableWords = (title: string): string[] =>
  normalizedWords(title).filter((word) => /^[a-z']{3,}$/.test(word) && !/c(?!h)|w/.test(word));

/** A normalized word in Cyrillic, in Cyrillic capitals, and with each character used as an apostrophe. */
export const otherSpellings = (word: string): string[] => [
  toCyrillic(word),
  toCyrillic(word).toUpperCase(),
  ...(word.includes("'") ? ['‘', '’', 'ʻ', 'ʼ', '`', '´'].map((apostrophe) => word.replaceAll("'", apostrophe)) : []),
];
