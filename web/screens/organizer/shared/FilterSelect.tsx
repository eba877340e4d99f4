import { useId } from 'react';

/** A labelled select that applies each change at once. */
export const FilterSelect = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  /** Value and text, in the order of the list. */
  options: readonly (readonly [string, string])[];
  onChange(value: string): void;
}) => {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-48 sm:max-w-sm">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-3.5 py-2.5 text-ink"
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};
