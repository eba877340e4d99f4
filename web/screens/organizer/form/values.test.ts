import { expect, test } from 'vitest';
import { opportunityInput } from '#contract/opportunity.ts';
import { createPayload, emptyValues, newQuestion } from './values.ts';

test('a length nobody is shown, since nothing is typed, is neither asked nor held against the form', () => {
  const asking = (question_type: 'text' | 'date' | 'select', options = '') =>
    createPayload({
      ...emptyValues,
      title: 'Sarlavha',
      description: 'Tavsif',
      start_date: '2099-02-01',
      application_deadline: '2099-01-01',
      location: 'Toshkent',
      additional_questions: [{ ...newQuestion([]), question: 'Qachon?', question_type, options, min_length: '20', max_length: '0' }],
    });
  const problems = (body: object) => [...new Set(opportunityInput.safeParse(body).error?.issues.map(({ path }) => path.join('.')))];
  expect(problems(asking('text'))).toEqual(['additional_questions.0.max_length']);
  expect(problems(asking('date'))).toEqual([]);
  expect(problems(asking('select', 'Ha\nYo‘q'))).toEqual([]);
  expect(asking('date').additional_questions).toMatchObject([{ min_length: null, max_length: null }]);
});
