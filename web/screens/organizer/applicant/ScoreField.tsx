import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { CriterionItem } from '#contract/review.ts';
import { badScore, isValidScore } from '#contract/review-rules.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { scoreIn, scoreText } from '../shared/scoreText.ts';
import { leaveField } from './keyboardShortcuts.ts';

/** As many scores as fit under a thumb. */
const mostChips = 10;

interface ScoreFieldProps {
  criterion: CriterionItem;
  /** Percent of the whole. */
  share: number;
  value: number | undefined;
  /** What the server said of it. */
  refusal: string | undefined;
  onScore(value: number | null): void;
  /** The field is left: what was given is final for now. */
  onLeave(): void;
}

/** One score: typed, stepped by half points, or tapped. */
export const ScoreField = ({ criterion, share, value, refusal, onScore, onLeave }: ScoreFieldProps) => {
  const { name, description, max_score } = criterion;
  const id = useId();
  // As it was typed ("7,"), until the field is left.
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const problem = wrong ? badScore(max_score) : refusal;

  const type = (text: string) => {
    setTyped(text);
    const score = scoreIn(text);
    if (score === null || isValidScore(score, max_score)) {
      setWrong(false);
      onScore(score);
    } else if (wrong) setWrong(true);
  };
  const leave = () => {
    const score = typed === null ? null : scoreIn(typed);
    const bad = score !== null && !isValidScore(score, max_score);
    setWrong(bad);
    if (!bad) setTyped(null);
    onLeave();
  };
  const give = (score: number) => {
    setTyped(null);
    setWrong(false);
    onScore(score);
    onLeave();
  };
  const step = (by: number) => give(Math.min(max_score, Math.max(0, (value ?? 0) + by)));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    leaveField(event);
    const by = { ArrowUp: 0.5, ArrowDown: -0.5 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };

  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        {name}
      </label>
      <p id={`${id}-hint`} className="mb-1.5 text-sm text-muted">
        0–{max_score} ball · ulushi {scoreText(Math.round(share))} %{description && <span className="block">{description}</span>}
      </p>
      <div className="flex items-center gap-2">
        <IconButton label={`${name}: yarim ball kamaytirish`} className="border border-control" onClick={() => step(-0.5)}>
          <Minus aria-hidden="true" />
        </IconButton>
        <input
          id={id}
          data-score
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          value={typed ?? (value === undefined ? '' : scoreText(value))}
          onChange={(event) => type(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={leave}
          onKeyDown={onKeyDown}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          className="block min-h-12 w-full min-w-0 rounded-xl border border-control bg-surface px-3 py-2 text-center text-lg font-semibold tabular-nums aria-invalid:border-2 aria-invalid:border-danger"
        />
        <IconButton label={`${name}: yarim ball oshirish`} className="border border-control" onClick={() => step(0.5)}>
          <Plus aria-hidden="true" />
        </IconButton>
      </div>
      {max_score <= mostChips && (
        <fieldset className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
          <legend className="sr-only">{name}: ball tanlang</legend>
          {Array.from({ length: max_score + 1 }, (_, score) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the score is the index
              key={score}
              type="button"
              // The field above is the keyboard's way; eleven more stops a criterion would be in it.
              tabIndex={-1}
              aria-pressed={value === score}
              onClick={() => give(score)}
              className="min-h-11 rounded-lg border border-control tabular-nums aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:font-bold aria-pressed:text-on-brand"
            >
              {score}
            </button>
          ))}
        </fieldset>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
};
