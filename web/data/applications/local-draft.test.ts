import { describe, expect, test } from 'vitest';
import type { Question } from '#contract/opportunity.ts';
import { hashText, type LocalDraft, reconcile, serializeAnswers, toFormAnswers, toStoredAnswers } from './local-draft.ts';

const local = { 1: 'meniki' };
const other = { 1: 'boshqa' };
const copy = (more: Partial<LocalDraft> = {}): LocalDraft => ({ answers: local, version: 3, saved: false, sent: [], ...more });

describe('reconcile', () => {
  test.each([
    ['no copy in this browser', null, { answers: other, version: 5 }, 'server'],
    ['the copy was saved, and another device changed the draft', copy({ saved: true }), { answers: other, version: 5 }, 'server'],
    ['equal answers with another version', copy(), { answers: local, version: 9 }, 'server'],
    ['changed in this browser after the last save', copy(), { answers: other, version: 3 }, 'local'],
    [
      'the server has answers whose confirmation was lost',
      copy({ sent: [1, hashText(serializeAnswers(other))] }),
      { answers: other, version: 4 },
      'local',
    ],
    ['the server has no draft', copy(), { answers: {}, version: 0 }, 'local'],
    ['both changed', copy({ sent: [1] }), { answers: other, version: 4 }, 'conflict'],
    ['changed in this browser before another device created the draft', copy({ version: 0 }), { answers: other, version: 1 }, 'conflict'],
    ['emptied in this browser, changed on the server', copy({ answers: {} }), { answers: other, version: 4 }, 'conflict'],
  ] as const)('%s', (_, stored, server, expected) => {
    expect(reconcile(stored as LocalDraft | null, server)).toBe(expected);
  });
});

test('drops empty answers and converts yes/no answers in both directions', () => {
  const questions = [
    { id: 1, question_type: 'checkbox', options: [] },
    { id: 2, question_type: 'checkbox', options: ['a', 'b'] },
    { id: 3, question_type: 'text', options: [] },
  ] as unknown as Question[];
  const stored = toStoredAnswers({ 1: true, 2: ['b'], 3: ' so‘z ', 4: '', 5: [], 6: false, 7: null, 8: undefined });
  expect(stored).toEqual({ 1: 'true', 2: ['b'], 3: ' so‘z ' });
  expect(toFormAnswers(questions, stored)).toEqual({ 1: true, 2: ['b'], 3: ' so‘z ' });
  expect(serializeAnswers(toStoredAnswers({ 10: 'b', 9: 'a' }))).toBe(serializeAnswers(toStoredAnswers({ 9: 'a', 10: 'b' })));
});
