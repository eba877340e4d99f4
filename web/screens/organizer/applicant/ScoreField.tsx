import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Criterion } from '#contract/review.ts';
import { badScore, isValidScore } from '#contract/review-rules.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { parseScore, scoreText } from '../shared/scoreText.ts';
import { leaveField } from './keyboardShortcuts.ts';

/** Criteria up to this maximum also get a button for each score. */
const maxButtons = 10;

interface ScoreFieldProps {
  criterion: Criterion;
  /** Percentage of the total weight. */
  share: number;
  value: number | undefined;
  /** The server's error about this score. */
  refusal: string | undefined;
  onScore(value: number | null): void;
  /** The field lost focus, or a score was chosen by a button: saves at once. */
  onLeave(): void;
}

/** One score: typed, changed by half points, or chosen by a button. */
export const ScoreField = ({ criterion, share, value, refusal, onScore, onLeave }: ScoreFieldProps) => {
  const { name, description, max_score } = criterion;
  const id = useId();
  // The text as typed ("7,"), until the field loses focus.
  const [typed, setTyped] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const problem = isInvalid ? badScore(max_score) : refusal;

  const type = (text: string) => {
    setTyped(text);
    const score = parseScore(text);
    if (score === null || isValidScore(score, max_score)) {
      setInvalid(false);
      onScore(score);
    } else if (isInvalid) setInvalid(true);
  };
  const leave = () => {
    const score = typed === null ? null : parseScore(typed);
    const invalid = score !== null && !isValidScore(score, max_score);
    setInvalid(invalid);
    if (!invalid) setTyped(null);
    onLeave();
  };
  const choose = (score: number) => {
    setTyped(null);
    setInvalid(false);
    onScore(score);
    onLeave();
  };
  const step = (by: number) => choose(Math.min(max_score, Math.max(0, (value ?? 0) + by)));
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
      {max_score <= maxButtons && (
        <fieldset className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] gap-2">
          <legend className="sr-only">{name}: ball tanlang</legend>
          {Array.from({ length: max_score + 1 }, (_, score) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the score is the index
              key={score}
              type="button"
              // Not a tab stop: keyboard users type into the field above.
              tabIndex={-1}
              aria-pressed={value === score}
              onClick={() => choose(score)}
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
