import { describe, expect, test } from 'vitest';
import type { Question } from '#contract/opportunity.ts';
import { hashText, type LocalDraft, reconcile, serializeAnswers, toFormAnswers, toStoredAnswers } from './local-draft.ts';

const mine = { 1: 'meniki' };
const theirs = { 1: 'boshqa' };
const copy = (more: Partial<LocalDraft> = {}): LocalDraft => ({ answers: mine, version: 3, saved: false, sent: [], ...more });

describe('whose answers go on', () => {
  test.each([
    ['nothing here', null, { answers: theirs, version: 5 }, 'server'],
    ['all of it was saved, and another device went on', copy({ saved: true }), { answers: theirs, version: 5 }, 'server'],
    ['the same answers under another version', copy(), { answers: mine, version: 9 }, 'server'],
    ['typed on after the last save', copy(), { answers: theirs, version: 3 }, 'local'],
    [
      'the confirmation of our own was lost',
      copy({ sent: [1, hashText(serializeAnswers(theirs))] }),
      { answers: theirs, version: 4 },
      'local',
    ],
    ['nothing is kept there any more', copy(), { answers: {}, version: 0 }, 'local'],
    ['both went on', copy({ sent: [1] }), { answers: theirs, version: 4 }, 'conflict'],
    ['typed here first, begun elsewhere meanwhile', copy({ version: 0 }), { answers: theirs, version: 1 }, 'conflict'],
    ['emptied here, changed there', copy({ answers: {} }), { answers: theirs, version: 4 }, 'conflict'],
  ] as const)('%s', (_, local, server, whose) => {
    expect(reconcile(local as LocalDraft | null, server)).toBe(whose);
  });
});

test('nothing empty is kept, and a tick comes back as a tick', () => {
  const questions = [
    { id: 1, question_type: 'checkbox', options: [] },
    { id: 2, question_type: 'checkbox', options: ['a', 'b'] },
    { id: 3, question_type: 'text', options: [] },
  ] as unknown as Question[];
  const kept = toStoredAnswers({ 1: true, 2: ['b'], 3: ' so‘z ', 4: '', 5: [], 6: false, 7: null, 8: undefined });
  expect(kept).toEqual({ 1: 'true', 2: ['b'], 3: ' so‘z ' });
  expect(toFormAnswers(questions, kept)).toEqual({ 1: true, 2: ['b'], 3: ' so‘z ' });
  expect(serializeAnswers(toStoredAnswers({ 10: 'b', 9: 'a' }))).toBe(serializeAnswers(toStoredAnswers({ 9: 'a', 10: 'b' })));
});
