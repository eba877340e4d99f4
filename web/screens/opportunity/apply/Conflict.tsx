import { useEffect, useRef } from 'react';
import type { ApplicationDraft } from '#contract/application.ts';
import type { Question } from '#contract/opportunity.ts';
import { type FormAnswers, toFormAnswers } from '../../../data/applications/local-draft.ts';
import { readableAnswer } from '../../../parts/application/answers.ts';
import { Button } from '../../../ui/Button.tsx';
import { momentText } from './DraftStatus.tsx';

interface Difference {
  question: Question;
  local: string;
  server: string;
}

/** Questions whose answer in this form differs from the server's draft. */
export const draftDifferences = (questions: readonly Question[], local: FormAnswers, server: ApplicationDraft): Difference[] => {
  const other = toFormAnswers(questions, server.answers);
  return questions
    .map((question) => ({
      question,
      local: readableAnswer(question, local[question.id]),
      server: readableAnswer(question, other[question.id]),
    }))
    .filter((one) => one.local !== one.server);
};

const Version = ({ title, answer }: { title: string; answer: string }) => (
  <div className="rounded-xl border border-line bg-page p-3">
    <dt className="text-sm font-semibold">{title}</dt>
    <dd className={`mt-1 whitespace-pre-line ${answer ? '' : 'text-muted'}`}>{answer || 'Javob yo‘q'}</dd>
  </div>
);

interface ConflictProps {
  differences: Difference[];
  /** When the server's draft was changed. */
  changedAt: string | null;
  onChoose(winner: 'local' | 'server'): void;
}

/** Shows both answers when another device changed the draft; both are stored until one is chosen. */
export const Conflict = ({ differences, changedAt, onChoose }: ConflictProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const elsewhere = `Boshqa qurilmada${changedAt ? ` · ${momentText(changedAt)}` : ''}`;
  return (
    <section aria-labelledby="apply-conflict" className="rounded-2xl border-2 border-warning bg-warning-soft p-4">
      <h3 id="apply-conflict" ref={heading} tabIndex={-1} className="text-lg font-semibold">
        Bu ariza boshqa qurilmada ham o‘zgartirilgan
      </h3>
      <p className="mt-1">Qaysi javoblar bilan davom etishni tanlang. Tanlamaguningizcha ikkalasi ham saqlanib turadi.</p>
      <ul className="mt-4 space-y-5">
        {differences.map(({ question, local, server }) => (
          <li key={question.id}>
            <h4 className="font-semibold">{question.question}</h4>
            <dl className="mt-2 grid gap-3 sm:grid-cols-2">
              <Version title="Shu qurilmada" answer={local} />
              <Version title={elsewhere} answer={server} />
            </dl>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 *:grow sm:*:grow-0">
        <Button variant="secondary" onClick={() => onChoose('local')}>
          Shu qurilmadagini qoldirish
        </Button>
        <Button variant="secondary" onClick={() => onChoose('server')}>
          Boshqa qurilmadagini olish
        </Button>
      </div>
    </section>
  );
};
