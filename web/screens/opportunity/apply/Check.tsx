import { useEffect, useRef } from 'react';
import type { OpportunityDetail, Question } from '#contract/opportunity.ts';
import type { StudentProfile } from '#contract/student.ts';
import type { FormAnswers } from '../../../data/applications/local-draft.ts';
import { readableAnswer } from '../../../parts/application/answers.ts';
import { Card } from '../../../ui/Card.tsx';
import { SharedProfile } from './SharedProfile.tsx';

interface CheckProps {
  opportunity: OpportunityDetail;
  profile: StudentProfile;
  answers: FormAnswers;
  onChange(question: Question): void;
}

/** All answers before sending, each with a button to change it. */
export const Check = ({ opportunity, profile, answers, onChange }: CheckProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-xl font-bold">
          Yuborishdan oldin tekshiring
        </h3>
        <p className="mt-1 text-muted">
          {opportunity.title} · {opportunity.organization_name}
        </p>
      </div>
      <Card aria-labelledby="apply-answers">
        <h3 id="apply-answers" className="text-lg font-semibold">
          Javoblaringiz
        </h3>
        <dl className="mt-1 divide-y divide-line">
          {opportunity.additional_questions.map((question) => {
            const answer = readableAnswer(question, answers[question.id]);
            return (
              <div key={question.id} className="grid grid-cols-[1fr_auto] items-start gap-x-4 py-3">
                <dt className="text-sm text-muted">{question.question}</dt>
                <dd className={`col-span-2 ${answer ? 'whitespace-pre-line' : 'text-muted'}`}>{answer || 'Javob berilmagan'}</dd>
                <dd className="col-start-2 row-start-1 -my-2.5">
                  <button
                    type="button"
                    className="min-h-11 text-brand underline underline-offset-2"
                    aria-label={`O‘zgartirish: ${question.question}`}
                    onClick={() => onChange(question)}
                  >
                    O‘zgartirish
                  </button>
                </dd>
              </div>
            );
          })}
        </dl>
      </Card>
      <SharedProfile profile={profile} opportunity={opportunity.id} organization={opportunity.organization_name} />
    </>
  );
};
