import { emailPattern } from '#contract/values.ts';

/** How many addresses one call takes. */
const most = 100;
/** How many wrong ones are named. */
const named = 5;

/** What a text of addresses holds: one a line, or with commas, semicolons or spaces between; each address once. */
export const readAddresses = (text: string): { good: string[]; bad: string[] } => {
  const words = text
    .normalize('NFC')
    .split(/[\s,;]+/)
    // As address books write it: <ism@example.uz>
    .map((word) => word.replace(/^[<"'(]+|[>"').]+$/g, ''))
    .filter(Boolean);
  const isGood = (word: string) => word.length <= 254 && emailPattern.test(word);
  return {
    good: [...new Set(words.filter(isGood).map((word) => word.toLowerCase()))],
    bad: [...new Set(words.filter((word) => !isGood(word)))],
  };
};

/** What is wrong with such a text, null when it can be sent. */
export const addressProblem = (text: string): string | null => {
  const { good, bad } = readAddresses(text);
  if (bad.length > 0) {
    const more = bad.length > named ? ` va yana ${bad.length - named} ta` : '';
    return `Noto‘g‘ri manzillarni tuzating yoki olib tashlang: ${bad.slice(0, named).join(', ')}${more}`;
  }
  if (good.length === 0) return 'Kamida bitta elektron pochta kiriting.';
  return good.length > most ? `Bir marta ko‘pi bilan ${most} ta manzil kiriting. Hozir: ${good.length} ta.` : null;
};
