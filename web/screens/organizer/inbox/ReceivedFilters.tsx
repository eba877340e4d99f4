import { useEffect, useId, useRef, useState } from 'react';
import { applicationStatuses } from '#contract/application-rules.ts';
import { isCalendarDate } from '#contract/values.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import type { ListFilter } from './listFilter.ts';

const controlClass = 'block min-h-12 w-full rounded-xl border border-control bg-surface px-3.5 py-2.5 text-ink';
const statuses = Object.entries({ all: 'Barchasi', ...applicationStatuses });

/** A text or a day that acts once it is whole: a day at once, typed text when it rests or when the field is left. */
const SettlingField = ({
  label,
  value,
  type,
  isWhole = () => true,
  onSettle,
}: {
  label: string;
  value: string;
  type: 'text' | 'date';
  isWhole?: (text: string) => boolean;
  onSettle(text: string): void;
}) => {
  const id = useId();
  const [text, setText] = useState(value);
  const settled = useRef(value);
  const rested = useDebounced(text, 400);
  const latest = useRef(onSettle);
  latest.current = onSettle;
  // Changed from elsewhere: Back, a chip taken off.
  useEffect(() => {
    if (value === settled.current) return;
    settled.current = value;
    setText(value);
  }, [value]);
  const settle = (words: string) => {
    if (words === settled.current || !isWhole(words)) return;
    settled.current = words;
    latest.current(words);
  };
  const settleRef = useRef(settle);
  settleRef.current = settle;
  useEffect(() => settleRef.current(rested.trim()), [rested]);
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
          // A day is whole at once.
          if (type === 'date') settle(event.target.value);
        }}
        onBlur={() => settle(text.trim())}
        className={controlClass}
      />
    </div>
  );
};
const isDay = (text: string) => text === '' || isCalendarDate(text);

/** What narrows the list beside its words; on wide screens in one row, on phones in a sheet. */
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
    <SettlingField
      label="Universitet"
      type="text"
      value={values.student_university}
      onSettle={(student_university) => onChange({ student_university })}
    />
    <SettlingField
      label="Yuborilgan: shu kundan"
      type="date"
      value={values.applied_after}
      isWhole={isDay}
      onSettle={(applied_after) => onChange({ applied_after })}
    />
    <SettlingField
      label="Yuborilgan: shu kungacha"
      type="date"
      value={values.applied_before}
      isWhole={isDay}
      onSettle={(applied_before) => onChange({ applied_before })}
    />
  </div>
);
