import { useEffect, useRef, useState } from 'react';
import type { Question } from '#contract/opportunity.ts';
import { DraftAutosave, type DraftSnapshot } from '../../../data/applications/draft.ts';
import { type FormAnswers, toFormAnswers } from '../../../data/applications/local-draft.ts';

interface Draft extends DraftSnapshot {
  autosave: DraftAutosave;
  /** The answers this browser had stored when the form was opened. */
  initial: FormAnswers;
  /** Sets how answers from elsewhere are put into the form. */
  onReplace(show: (answers: FormAnswers) => void): void;
}

/** The draft of one application, saved while the form is open. An application without questions has no draft. */
export const useDraft = (user: number, opportunity: number, questions: readonly Question[]): Draft => {
  const [autosave] = useState(() => new DraftAutosave(user, opportunity));
  const [initial] = useState(() => toFormAnswers(questions, autosave.answers));
  const [snapshot, setSnapshot] = useState(autosave.snapshot);
  const latest = useRef({ questions, show: (_: FormAnswers) => {} });
  latest.current.questions = questions;
  const hasQuestions = questions.length > 0;
  useEffect(() => {
    if (!hasQuestions) return;
    return autosave.start({
      onReplace: (answers) => latest.current.show(toFormAnswers(latest.current.questions, answers)),
      onChange: setSnapshot,
    });
  }, [autosave, hasQuestions]);
  return {
    ...snapshot,
    isReady: snapshot.isReady || !hasQuestions,
    autosave,
    initial,
    onReplace: (show) => {
      latest.current.show = show;
    },
  };
};
