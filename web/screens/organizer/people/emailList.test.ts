import { expect, test } from 'vitest';
import { emailListProblem, parseEmailList } from './emailList.ts';

test.each([
  ['', [], []],
  ['bir@example.uz', ['bir@example.uz'], []],
  [' bir@example.uz,\nIkki@Example.uz ; uch@example.uz ', ['bir@example.uz', 'ikki@example.uz', 'uch@example.uz'], []],
  ['bir@example.uz\nBIR@example.uz', ['bir@example.uz'], []],
  ['<bir@example.uz>, "ikki@example.uz".', ['bir@example.uz', 'ikki@example.uz'], []],
  ['bir@example.uz bir@example, @uz', ['bir@example.uz'], ['bir@example', '@uz']],
])('parses %j', (text, valid, invalid) => {
  expect(parseEmailList(text)).toEqual({ valid, invalid });
});

test.each([
  [' , ', 'Kamida bitta elektron pochta kiriting.'],
  ['bir@example.uz, @uz', 'Noto‘g‘ri manzillarni tuzating yoki olib tashlang: @uz'],
  ['a b c d e f g', 'Noto‘g‘ri manzillarni tuzating yoki olib tashlang: a, b, c, d, e va yana 2 ta'],
  [Array.from({ length: 100 }, (_, index) => `a${index}@b.uz`).join('\n'), null],
  [Array.from({ length: 101 }, (_, index) => `a${index}@b.uz`).join('\n'), 'Bir marta ko‘pi bilan 100 ta manzil kiriting. Hozir: 101 ta.'],
])('validates %j', (text, problem) => {
  expect(emailListProblem(text)).toBe(problem);
});
