import { emailPattern } from '#contract/values.ts';

/** Addresses per call; the same limit as `memberCalls.inviteStudents`. */
const maxAddresses = 100;
/** How many invalid addresses the message names. */
const maxNamed = 5;

/** Splits a text at lines, commas, semicolons and spaces into distinct addresses, valid ones in lower case. */
export const parseEmailList = (text: string): { valid: string[]; invalid: string[] } => {
  const words = text
    .normalize('NFC')
    .split(/[\s,;]+/)
    // Address books write <ism@example.uz>.
    .map((word) => word.replace(/^[<"'(]+|[>"').]+$/g, ''))
    .filter(Boolean);
  const isValid = (word: string) => word.length <= 254 && emailPattern.test(word);
  return {
    valid: [...new Set(words.filter(isValid).map((word) => word.toLowerCase()))],
    invalid: [...new Set(words.filter((word) => !isValid(word)))],
  };
};

/** The error message of such a text; null when it can be sent. */
export const emailListProblem = (text: string): string | null => {
  const { valid, invalid } = parseEmailList(text);
  if (invalid.length > 0) {
    const more = invalid.length > maxNamed ? ` va yana ${invalid.length - maxNamed} ta` : '';
    return `Noto‘g‘ri manzillarni tuzating yoki olib tashlang: ${invalid.slice(0, maxNamed).join(', ')}${more}`;
  }
  if (valid.length === 0) return 'Kamida bitta elektron pochta kiriting.';
  return valid.length > maxAddresses ? `Bir marta ko‘pi bilan ${maxAddresses} ta manzil kiriting. Hozir: ${valid.length} ta.` : null;
};
