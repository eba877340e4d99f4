import { useId } from 'react';
import { formatDate, tashkentDay } from '#contract/uzbek.ts';
import { isCalendarDate } from '#contract/values.ts';
import type { InterviewPlan } from '../../../data/review/received-applications.ts';

const reasonMax = 1000;
const placeMax = 300;
const controlClass =
  'block w-full min-h-12 rounded-xl border border-control bg-surface px-3.5 py-2.5 aria-invalid:border-2 aria-invalid:border-danger';

/** The optional reason of a decision; the applicant reads it too. */
export const ReasonField = ({ value, onChange }: { value: string; onChange(text: string): void }) => {
  const field = useId();
  return (
    <div>
      <label htmlFor={field} className="mb-1.5 block font-medium">
        Sabab <span className="font-normal text-muted">(ixtiyoriy)</span>
      </label>
      <textarea
        id={field}
        rows={4}
        maxLength={reasonMax}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${field}-hint`}
        className={controlClass}
      />
      <p id={`${field}-hint`} className="mt-1.5 text-sm text-muted">
        Yozganingizni talaba ham o‘qiydi.
      </p>
    </div>
  );
};

/** An interview as typed: date and time in Tashkent, and a place. */
export interface TypedInterview {
  day: string;
  time: string;
  place: string;
}
/** No interview typed yet. */
export const noInterview: TypedInterview = { day: '', time: '', place: '' };
/** The fields of a planned interview. */
export const toTypedInterview = (planned: { at: string; place: string | null } | undefined): TypedInterview =>
  planned
    ? { day: tashkentDay(new Date(planned.at)), time: formatDate(planned.at, { time: true }).slice(-5), place: planned.place ?? '' }
    : noInterview;

/** ISO 8601 with the offset of Tashkent. */
const toMoment = ({ day, time }: TypedInterview): string => `${day}T${time}:00+05:00`;
/** The error of the date and time; null when both are empty or valid. */
export const interviewProblem = (typed: TypedInterview): string | null => {
  const { day, time } = typed;
  if (day === '' && time === '') return null;
  if (!isCalendarDate(day)) return 'Suhbat kunini kiriting.';
  if (!/^\d\d:\d\d$/.test(time)) return 'Suhbat soatini kiriting.';
  return Date.parse(toMoment(typed)) > Date.now() ? null : 'Bu vaqt o‘tib ketgan: keyingi vaqtni kiriting.';
};
/** The interview as the API takes it. Empty fields are omitted, or null to clear those of a planned interview. */
export const toInterview = (typed: TypedInterview, planned = false): InterviewPlan => {
  const empty = planned ? null : undefined;
  const at = typed.day && typed.time && interviewProblem(typed) === null ? toMoment(typed) : empty;
  const place = typed.place.trim() || empty;
  return { ...(at === undefined ? {} : { interview_at: at }), ...(place === undefined ? {} : { interview_place: place }) };
};

/** Date, time and place of an interview. @param problem shown after a submit attempt */
export const InterviewFields = ({
  value,
  problem,
  onChange,
}: {
  value: TypedInterview;
  problem: string | null;
  onChange(value: TypedInterview): void;
}) => {
  const id = useId();
  const isInvalid = problem !== null;
  const described = `${id}-hint${isInvalid ? ` ${id}-error` : ''}`;
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-medium">
        Suhbat vaqti va joyi <span className="font-normal text-muted">(ixtiyoriy)</span>
      </legend>
      <div className="grid grid-cols-2 gap-3 max-xs:grid-cols-1">
        <div>
          <label htmlFor={`${id}-day`} className="mb-1 block text-sm">
            Kuni
          </label>
          <input
            id={`${id}-day`}
            type="date"
            min={tashkentDay(new Date())}
            value={value.day}
            aria-invalid={isInvalid || undefined}
            aria-describedby={described}
            onChange={(event) => onChange({ ...value, day: event.target.value })}
            className={controlClass}
          />
        </div>
        <div>
          <label htmlFor={`${id}-time`} className="mb-1 block text-sm">
            Soati (Toshkent vaqti)
          </label>
          <input
            id={`${id}-time`}
            type="time"
            value={value.time}
            aria-invalid={isInvalid || undefined}
            aria-describedby={described}
            onChange={(event) => onChange({ ...value, time: event.target.value.slice(0, 5) })}
            className={controlClass}
          />
        </div>
      </div>
      {isInvalid && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <div>
        <label htmlFor={`${id}-place`} className="mb-1 block text-sm">
          Joyi yoki havolasi
        </label>
        <input
          id={`${id}-place`}
          type="text"
          maxLength={placeMax}
          value={value.place}
          onChange={(event) => onChange({ ...value, place: event.target.value })}
          className={controlClass}
        />
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Vaqti hali noma’lum bo‘lsa, bo‘sh qoldiring: nomzodga vaqti alohida xabar qilinishi aytiladi.
      </p>
    </fieldset>
  );
};
