import { useId } from 'react';
import { tashkentDay, tashkentTime } from '#contract/uzbek.ts';

/** An interview as its fields hold it; day and time are those of Tashkent. */
export interface InterviewValues {
  day: string;
  time: string;
  place: string;
}
type Problems = Partial<Record<keyof InterviewValues, string>>;

export const startOf = (planned: { at: string; place: string | null } | undefined): InterviewValues =>
  planned
    ? { day: tashkentDay(new Date(planned.at)), time: tashkentTime(planned.at), place: planned.place ?? '' }
    : { day: '', time: '', place: '' };

const momentOf = ({ day, time }: InterviewValues): string => `${day}T${time}:00+05:00`;

/** A time of its own may be told apart; half of one helps nobody. */
export const interviewProblems = (values: InterviewValues): Problems => {
  const { day, time } = values;
  if (!day && !time) return {};
  if (!day) return { day: 'Suhbat sanasini kiriting.' };
  if (!time) return { time: 'Suhbat vaqtini kiriting.' };
  return Date.parse(momentOf(values)) < Date.now() ? { day: 'Bu vaqt o‘tib ketgan. Keyingi vaqtni tanlang.' } : {};
};

export const interviewBody = (values: InterviewValues) => ({
  interview_at: values.day && values.time ? momentOf(values) : null,
  interview_place: values.place.trim() || null,
});

const controlClass =
  'block w-full min-h-12 rounded-xl border border-control bg-surface px-3.5 py-2.5 aria-invalid:border-2 aria-invalid:border-danger';

interface InterviewFieldsProps {
  value: InterviewValues;
  problems: Problems;
  onChange(value: InterviewValues): void;
}

/** When and where. */
export const InterviewFields = ({ value, problems, onChange }: InterviewFieldsProps) => {
  const id = useId();
  const wiring = (name: keyof InterviewValues, hint: string) => ({
    id: `${id}-${name}`,
    name,
    value: value[name],
    'aria-invalid': problems[name] ? true : undefined,
    'aria-describedby': `${hint} ${id}-${name}-error`,
    className: controlClass,
  });
  const change = (name: keyof InterviewValues) => (event: { target: { value: string } }) =>
    onChange({ ...value, [name]: event.target.value });
  const error = (name: keyof InterviewValues) => (
    <p id={`${id}-${name}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger empty:hidden">
      {problems[name]}
    </p>
  );
  const label = (name: keyof InterviewValues, text: string) => (
    <label htmlFor={`${id}-${name}`} className="mb-1.5 block font-medium">
      {text}
    </label>
  );
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <div>
          {label('day', 'Suhbat sanasi')}
          <input type="date" min={tashkentDay(new Date())} {...wiring('day', `${id}-hint`)} onChange={change('day')} />
          {error('day')}
        </div>
        <div>
          {label('time', 'Vaqti')}
          <input type="time" {...wiring('time', `${id}-hint`)} onChange={change('time')} />
          {error('time')}
        </div>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Toshkent vaqti bilan. Vaqt hali aniq bo‘lmasa, bo‘sh qoldiring.
      </p>
      <div>
        {label('place', 'Suhbat joyi')}
        <textarea rows={2} maxLength={300} {...wiring('place', `${id}-place-hint`)} onChange={change('place')} />
        <p id={`${id}-place-hint`} className="mt-1.5 text-sm text-muted">
          Manzil yoki onlayn uchrashuv havolasi.
        </p>
        {error('place')}
      </div>
    </div>
  );
};
