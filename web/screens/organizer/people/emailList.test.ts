import { expect, test } from 'vitest';
import { addressProblem, readAddresses } from './addresses.ts';

test.each([
  ['', [], []],
  ['bir@example.uz', ['bir@example.uz'], []],
  [' bir@example.uz,\nIkki@Example.uz ; uch@example.uz ', ['bir@example.uz', 'ikki@example.uz', 'uch@example.uz'], []],
  ['bir@example.uz\nBIR@example.uz', ['bir@example.uz'], []],
  ['<bir@example.uz>, "ikki@example.uz".', ['bir@example.uz', 'ikki@example.uz'], []],
  ['bir@example.uz bir@example, @uz', ['bir@example.uz'], ['bir@example', '@uz']],
])('%j', (text, good, bad) => {
  expect(readAddresses(text)).toEqual({ good, bad });
});

test.each([
  [' , ', 'Kamida bitta elektron pochta kiriting.'],
  ['bir@example.uz, @uz', 'Noto‘g‘ri manzillarni tuzating yoki olib tashlang: @uz'],
  ['a b c d e f g', 'Noto‘g‘ri manzillarni tuzating yoki olib tashlang: a, b, c, d, e va yana 2 ta'],
  [Array.from({ length: 100 }, (_, at) => `a${at}@b.uz`).join('\n'), null],
  [Array.from({ length: 101 }, (_, at) => `a${at}@b.uz`).join('\n'), 'Bir marta ko‘pi bilan 100 ta manzil kiriting. Hozir: 101 ta.'],
])('%j is answered', (text, problem) => {
  expect(addressProblem(text)).toBe(problem);
});
