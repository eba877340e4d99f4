import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { applicationCalls } from './application.ts';
import { answerMissing, checkAnswers, chosenOptions, isYesNoQuestion, type QuestionDefinition } from './application-rules.ts';
import { badCharacters, badChoice, badDate, badEmail, badUrl, notNumber, tooLong } from './values.ts';

const aQuestion = (values: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  id: 7,
  question: 'Nega?',
  question_type: 'text',
  options: [],
  is_required: false,
  max_length: null,
  min_length: null,
  ...values,
});
const colours = ['Qizil', 'Oq, qora', 'Oq', 'Qora, oq'];

// question, value sent, stored answer (null when dropped) or [error]
const cases: [Partial<QuestionDefinition>, unknown, string | null | [string]][] = [
  [{}, '  Chunki \n', 'Chunki'],
  [{}, '   ', null],
  [{}, undefined, null],
  [{}, 12, '12'],
  [{}, { a: 1 }, null],
  [{}, [['ichki']], null],
  [{ is_required: true }, ' ', [answerMissing]],
  [{ is_required: true }, {}, [answerMissing]],
  [{ is_required: true }, null, [answerMissing]],
  [{}, 'a\u0000b', [badCharacters]],
  [{}, 'a\ud800', [badCharacters]],
  [{ max_length: 3 }, 'abcd', [tooLong(3)]],
  [{ max_length: 3 }, ' abc ', 'abc'],
  [{}, 'x'.repeat(5001), [tooLong(5000)]],
  [{ min_length: 3 }, 'ab', ['Kamida 3 ta belgi kiriting.']],
  [{ min_length: 3 }, '', null],
  [{ question_type: 'textarea' }, 'bir\nikki', 'bir\nikki'],
  [{ question_type: 'number' }, '-1.5', '-1.5'],
  [{ question_type: 'number' }, '3,5', '3,5'],
  [{ question_type: 'number' }, 'Infinity', [notNumber]],
  [{ question_type: 'number' }, '1e5', [notNumber]],
  [{ question_type: 'email' }, 'a@b.uz', 'a@b.uz'],
  [{ question_type: 'email' }, 'a@b', [badEmail]],
  [{ question_type: 'url' }, 'github.com/men', 'github.com/men'],
  [{ question_type: 'url' }, 'javascript:alert(1)', [badUrl]],
  [{ question_type: 'file' }, '/files/documents/1.pdf', '/files/documents/1.pdf'],
  [{ question_type: 'file' }, 'data:text/html,x', [badUrl]],
  [{ question_type: 'date' }, '2026-02-28', '2026-02-28'],
  [{ question_type: 'date' }, '2026-02-30', [badDate]],
  [{ question_type: 'select', options: colours }, 'Oq', 'Oq'],
  [{ question_type: 'select', options: colours }, 'oq', [badChoice]],
  [{ question_type: 'select', options: colours }, 'Oq, Qizil', [badChoice]],
  [{ question_type: 'select' }, 'erkin matn', 'erkin matn'],
  [{ question_type: 'select', options: ['Cho\u0308l'] }, 'Ch\u00f6l', 'Ch\u00f6l'],
  [{ question_type: 'checkbox', options: colours }, ['Qizil', 'Oq, qora'], 'Qizil, Oq, qora'],
  [{ question_type: 'checkbox', options: colours }, 'Oq, qora, Qizil', 'Oq, qora, Qizil'],
  [{ question_type: 'checkbox', options: colours }, ['Oq', 'Oq'], 'Oq'],
  [{ question_type: 'checkbox', options: colours }, ['Yashil'], [badChoice]],
  [{ question_type: 'checkbox', options: colours }, [], null],
  // Length limits apply to typed answers, not to picked ones.
  [{ question_type: 'select', options: colours, min_length: 20, max_length: 30 }, 'Oq', 'Oq'],
  [{ question_type: 'select', options: colours, max_length: 2 }, 'Qizil', 'Qizil'],
  [{ question_type: 'checkbox', options: colours, max_length: 2 }, ['Qizil', 'Oq'], 'Qizil, Oq'],
  [{ question_type: 'checkbox', min_length: 20, is_required: true }, 'ha', 'Ha'],
  [{ question_type: 'date', max_length: 4 }, '2026-02-28', '2026-02-28'],
  [{ question_type: 'select', min_length: 20 }, 'erkin matn', ['Kamida 20 ta belgi kiriting.']],
  [{ question_type: 'checkbox', options: colours, is_required: true }, [], [answerMissing]],
  [{ question_type: 'checkbox' }, true, 'Ha'],
  [{ question_type: 'checkbox' }, 'ha', 'Ha'],
  [{ question_type: 'checkbox' }, '1', 'Ha'],
  [{ question_type: 'checkbox' }, 'yes', 'Ha'],
  [{ question_type: 'checkbox' }, false, 'Yo‘q'],
  [{ question_type: 'checkbox' }, '', null],
  [{ question_type: 'checkbox', is_required: true }, 'false', [answerMissing]],
  [{ question_type: 'checkbox', is_required: true }, 'true', 'Ha'],
];
test.each(cases)('%j answered %j gives %j', (values, sent, expected) => {
  const { answers, errors } = checkAnswers([aQuestion(values)], { 7: sent });
  if (Array.isArray(expected)) expect([answers, errors]).toEqual([{}, { 7: expected }]);
  else expect([answers, errors]).toEqual([expected === null ? {} : { 7: expected }, {}]);
});

test('finds an answer by id or by the exact question text, and drops other keys', () => {
  const questions = [aQuestion(), aQuestion({ id: 8, question: 'Qachon?' })];
  const { answers, errors } = checkAnswers(questions, { 'Nega?': 'a', 8: 'b', 'Qachon?': 'c', 'nega?': 'd', 9: 'e' });
  expect([answers, errors]).toEqual([{ 7: 'a', 8: 'b' }, {}]);
});

test('ignores keys inherited from Object.prototype', () => {
  const hostile = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const questions = hostile.map((question, at) => aQuestion({ id: at + 1, question, is_required: true }));
  expect(checkAnswers(questions, {}).errors).toEqual({ 1: [answerMissing], 2: [answerMissing], 3: [answerMissing], 4: [answerMissing] });
  const given = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": {"x": 1}}');
  const { answers } = checkAnswers(questions, given);
  expect(answers).toEqual({ 1: 'a', 2: 'b' });
  expect(Object.getPrototypeOf(answers)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).x).toBe(undefined);
});

test('splits an answer into options that contain commas', () => {
  expect(chosenOptions('a, b, c', ['a', 'a, b', 'b, c'])).toEqual(['a', 'b, c']);
  expect(chosenOptions('a, b, c', ['a', 'a, b', 'c'])).toEqual(['a, b', 'c']);
  expect(chosenOptions('a,b', ['a', 'b'])).toBe(null);
  expect(chosenOptions('ab', ['a', 'b'])).toBe(null);
  expect(chosenOptions('a, ', ['a'])).toBe(null);
  expect(chosenOptions('', ['a'])).toEqual([]);
  expect(chosenOptions(`${'a, '.repeat(1600)}b`, ['a', 'a, a', 'a, a, a'])).toBe(null);
});

test('treats only a checkbox without options as a yes/no box', () => {
  expect([
    isYesNoQuestion(aQuestion({ question_type: 'checkbox' })),
    isYesNoQuestion(aQuestion({ question_type: 'checkbox', options: ['a'] })),
    isYesNoQuestion(aQuestion()),
  ]).toEqual([true, false, false]);
});

test('flattens deeply nested answers', () => {
  const deep = JSON.parse(`{"opportunity": 1, "answers": {"7": ${'['.repeat(5000)}${']'.repeat(5000)}, "8": ["a", 1, true, null]}}`);
  const body = z.parse(applicationCalls.apply.body as z.ZodMiniType, deep);
  expect(body).toEqual({ opportunity: 1, answers: { 7: '', 8: 'a, 1, true' } });
});

test('accepts all options together, however long they are', () => {
  const options = ['x'.repeat(4000), 'y'.repeat(4000)];
  expect(checkAnswers([aQuestion({ question_type: 'checkbox', options })], { 7: options })).toEqual({
    answers: { 7: options.join(', ') },
    errors: {},
  });
});
