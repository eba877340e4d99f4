import { useEffect, useRef, useState } from 'react';
import type { Question } from '#contract/opportunity.ts';
import { DraftKeeper, type DraftView } from '../../../data/applications/draft.ts';
import { type FormAnswers, toFormAnswers } from '../../../data/applications/local-draft.ts';

export interface Draft extends DraftView {
  keeper: DraftKeeper;
  /** What this browser had of it when the form was opened. */
  initial: FormAnswers;
  /** Where answers that came from elsewhere are shown. */
  adoptInto(show: (answers: FormAnswers) => void): void;
}

/** The draft of one application, kept while the form is open; without questions there is nothing to keep. */
export const useDraft = (person: number, opportunity: number, questions: readonly Question[]): Draft => {
  const [keeper] = useState(() => new DraftKeeper(person, opportunity));
  const [initial] = useState(() => toFormAnswers(questions, keeper.answers));
  const [view, setView] = useState(keeper.view);
  const latest = useRef({ questions, show: (_: FormAnswers) => {} });
  latest.current.questions = questions;
  const isAsked = questions.length > 0;
  useEffect(() => {
    if (!isAsked) return;
    return keeper.start({ adopt: (answers) => latest.current.show(toFormAnswers(latest.current.questions, answers)), show: setView });
  }, [keeper, isAsked]);
  return {
    ...view,
    isOpen: view.isOpen || !isAsked,
    keeper,
    initial,
    adoptInto: (show) => {
      latest.current.show = show;
    },
  };
};
