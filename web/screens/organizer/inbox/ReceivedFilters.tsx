import { useEffect, useId, useRef, useState } from 'react';
import { applicationStatuses } from '#contract/application-rules.ts';
import { isCalendarDate } from '#contract/values.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import type { ListFilter } from './listFilter.ts';

const controlClass = 'block min-h-12 w-full rounded-xl border border-control bg-surface px-3.5 py-2.5 text-ink';
const statuses = Object.entries({ all: 'Barchasi', ...applicationStatuses });

/** A filter field: applies a complete date at once, and text after a pause of 400 ms or on blur. */
const DebouncedField = ({
  label,
  value,
  type,
  isComplete = () => true,
  onApply,
}: {
  label: string;
  value: string;
  type: 'text' | 'date';
  isComplete?: (text: string) => boolean;
  onApply(text: string): void;
}) => {
  const id = useId();
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const debounced = useDebounced(text, 400);
  const latest = useRef(onApply);
  latest.current = onApply;
  // The value changed outside this field: by Back, or by removing a chip.
  useEffect(() => {
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  const apply = (next: string) => {
    if (next === applied.current || !isComplete(next)) return;
    applied.current = next;
    latest.current(next);
  };
  const latestApply = useRef(apply);
  latestApply.current = apply;
  useEffect(() => latestApply.current(debounced.trim()), [debounced]);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={text}
        maxLength={type === 'text' ? 200 : undefined}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          // A date needs no pause.
          if (type === 'date') apply(event.target.value);
        }}
        onBlur={() => apply(text.trim())}
        className={controlClass}
      />
    </div>
  );
};
const isDayOrEmpty = (text: string) => text === '' || isCalendarDate(text);

/** The filters of the list without the search; in one row on desktops, in a sheet on phones. */
export const ReceivedFilters = ({
  values,
  events,
  onChange,
}: {
  values: ListFilter;
  events: [string, string][];
  onChange(change: Partial<ListFilter>): void;
}) => (
  <div className="grid gap-3 lg:grid-cols-5">
    <FilterSelect label="Tadbir" value={values.eventId} options={events} onChange={(eventId) => onChange({ eventId })} />
    <FilterSelect label="Holati" value={values.status} options={statuses} onChange={(status) => onChange({ status })} />
    <DebouncedField
      label="Universitet"
      type="text"
      value={values.student_university}
      onApply={(student_university) => onChange({ student_university })}
    />
    <DebouncedField
      label="Yuborilgan: shu kundan"
      type="date"
      value={values.applied_after}
      isComplete={isDayOrEmpty}
      onApply={(applied_after) => onChange({ applied_after })}
    />
    <DebouncedField
      label="Yuborilgan: shu kungacha"
      type="date"
      value={values.applied_before}
      isComplete={isDayOrEmpty}
      onApply={(applied_before) => onChange({ applied_before })}
    />
  </div>
);
