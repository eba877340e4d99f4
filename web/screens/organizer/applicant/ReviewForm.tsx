import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import type { Criterion, ReviewSheet } from '#contract/review.ts';
import { weightedScore } from '#contract/review-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { reviewQuery } from '../../../data/review/review.ts';
import { messageFor } from '../../../lib/api.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { scoreText } from '../shared/scoreText.ts';
import { leaveField } from './keyboardShortcuts.ts';
import { ScoreField } from './ScoreField.tsx';
import { useReviewDraft } from './useReviewDraft.ts';

type ReviewDraft = ReturnType<typeof useReviewDraft>;
type Scores = Record<string, number>;

/** The saved scores with the unsaved edits applied. */
const currentScores = (sheet: ReviewSheet, { edits }: ReviewDraft): Scores =>
  Object.fromEntries(
    Object.entries({ ...sheet.own?.scores, ...edits.scores }).filter((entry): entry is [string, number] => entry[1] !== null),
  );

/** The state of the autosave. */
const SaveState = ({ draft: { state, error, save } }: { draft: ReviewDraft }) => (
  <div role="status" className="min-h-6 text-sm">
    {state === 'saving' && <p className="text-muted">Saqlanmoqda...</p>}
    {state === 'saved' && <p className="font-medium text-success">Saqlandi</p>}
    {state === 'failed' && (
      <div className="space-y-2 rounded-xl bg-danger-soft p-3 text-danger">
        <p className="font-medium">Saqlanmadi: {messageFor(error)} Kiritganlaringiz shu brauzerda turibdi.</p>
        <Button variant="secondary" onClick={save}>
          Qayta urinish
        </Button>
      </div>
    )}
  </div>
);

const Figure = ({ name, value }: { name: string; value: number | null }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-lg font-semibold tabular-nums">{value === null ? '–' : `${scoreText(value)} %`}</dd>
  </div>
);

const OtherReview = ({ review, criteria }: { review: NonNullable<ReviewSheet['own']>; criteria: readonly Criterion[] }) => (
  <li className="rounded-xl border border-line p-3">
    <p className="flex flex-wrap justify-between gap-x-3 font-medium">
      <span>{review.reviewer}</span>
      <span className="tabular-nums">{review.total === null ? 'Tugallanmagan' : `${scoreText(review.total)} %`}</span>
    </p>
    <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3 text-sm text-muted">
      {criteria.map(({ id, name, max_score }) => (
        <div key={id} className="contents">
          <dt>{name}</dt>
          <dd className="text-right tabular-nums">
            {review.scores[id] === undefined ? '–' : scoreText(review.scores[id])} / {max_score}
          </dd>
        </div>
      ))}
    </dl>
    {review.comment && <p className="mt-1 whitespace-pre-line">{review.comment}</p>}
    <p className="mt-1 text-sm text-muted">{formatDate(review.updated_at, { time: true })}</p>
  </li>
);

/** The other reviews; hidden until the viewer has scored every criterion. */
const OtherReviews = ({ sheet }: { sheet: ReviewSheet }) => {
  if (sheet.others === null)
    return (
      <p className="rounded-xl bg-sunken p-3 text-sm">
        Boshqalarning baholari siz barcha mezonlar bo‘yicha ball qo‘yganingizdan keyin ko‘rinadi: ular sizning bahongizga ta’sir qilmasligi
        kerak.
      </p>
    );
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-2 gap-3">
        <Figure name="O‘rtacha" value={sheet.mean} />
        <Figure name="Mediana" value={sheet.median} />
      </dl>
      {sheet.others.length === 0 ? (
        <p className="text-sm text-muted">Bu arizani hozircha faqat siz baholagansiz.</p>
      ) : (
        <ul aria-label="Boshqalarning baholari" className="space-y-3">
          {sheet.others.map((review) => (
            <OtherReview key={`${review.reviewer} ${review.updated_at}`} review={review} criteria={sheet.criteria} />
          ))}
        </ul>
      )}
    </div>
  );
};

const OwnReview = ({ sheet, draft }: { sheet: ReviewSheet; draft: ReviewDraft }) => {
  const comment = useId();
  const scores = currentScores(sheet, draft);
  const { edits, refused, score, setComment, save } = draft;
  const total = weightedScore(sheet.criteria, scores);
  const weights = sheet.criteria.reduce((sum, { weight }) => sum + weight, 0);
  const missing = sheet.criteria.filter(({ id }) => scores[id] === undefined).length;
  return (
    <div className="space-y-4">
      {sheet.criteria.map((criterion) => (
        <ScoreField
          key={criterion.id}
          criterion={criterion}
          share={(100 * criterion.weight) / weights}
          value={scores[criterion.id]}
          refusal={refused[criterion.id]}
          onScore={(value) => score(criterion.id, value)}
          onLeave={save}
        />
      ))}
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-y border-line py-2">
        <span className="font-medium">Sizning bahongiz</span>
        <output aria-live="polite" className="text-xl font-bold tabular-nums">
          {total === null ? <span className="text-base font-normal text-muted">{missing} ta mezon qoldi</span> : `${scoreText(total)} %`}
        </output>
      </p>
      <div>
        <label htmlFor={comment} className="mb-1.5 block font-medium">
          Bahoga izoh <span className="font-normal text-muted">(ixtiyoriy)</span>
        </label>
        <textarea
          id={comment}
          rows={3}
          maxLength={5000}
          value={edits.comment ?? sheet.own?.comment ?? ''}
          onChange={(event) => setComment(event.target.value)}
          onBlur={save}
          onKeyDown={leaveField}
          className="block w-full rounded-xl border border-control bg-surface px-3.5 py-2.5"
        />
      </div>
      <SaveState draft={draft} />
    </div>
  );
};

/** Enter moves to the next score; after the last one it leaves the fields, so that the dialog's shortcuts work again. */
const onEnter = (event: KeyboardEvent<HTMLElement>) => {
  const field = event.target as HTMLElement;
  if (event.key !== 'Enter' || field.dataset.score === undefined) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-score]')];
  const next = fields[fields.indexOf(field) + 1];
  if (next) next.focus();
  else event.currentTarget.focus();
};

interface ReviewFormProps {
  application: number;
  opportunity: number;
  /** Why the application cannot be scored; null when it can. */
  obstacle: string | null;
  /** The member may edit the review criteria. */
  mayEdit: boolean;
}

/** The viewer's own review by criteria, autosaved, and the other reviews. */
export const ReviewForm = ({ application, opportunity, obstacle, mayEdit }: ReviewFormProps) => {
  const { data: sheet, isError, error, refetch } = useQuery(reviewQuery(application));
  const draft = useReviewDraft(application);
  return (
    <section aria-labelledby="review" data-review tabIndex={-1} className="space-y-4" onKeyDown={onEnter}>
      <h3 id="review" className="text-lg font-semibold">
        Baholash
      </h3>
      {!sheet && isError && <LoadError error={error} onRetry={() => refetch()} />}
      {!sheet && !isError && <Skeleton className="h-40" />}
      {sheet?.criteria.length === 0 && (
        <div className="space-y-3">
          <p className="text-muted">Bu imkoniyat uchun baholash mezonlari belgilanmagan.</p>
          {mayEdit && (
            <LinkButton to={`/organizer/events/${opportunity}/edit`} variant="secondary">
              Mezon qo‘shish
            </LinkButton>
          )}
        </div>
      )}
      {sheet && sheet.criteria.length > 0 && (
        <>
          {obstacle ? <p className="rounded-xl bg-sunken p-3">{obstacle}</p> : <OwnReview sheet={sheet} draft={draft} />}
          <OtherReviews sheet={sheet} />
        </>
      )}
    </section>
  );
};
