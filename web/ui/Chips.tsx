import { X } from 'lucide-react';

/** Multiple choice as toggle buttons. */
export const ToggleChips = ({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string;
  options: Record<string, string>;
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}) => (
  <fieldset>
    <legend className="mb-2 font-medium">{label}</legend>
    <div className="flex flex-wrap gap-2">
      {Object.entries(options).map(([value, text]) => {
        const isOn = chosen.includes(value);
        return (
          <Chip key={value} pressed={isOn} onClick={() => onChange(isOn ? chosen.filter((one) => one !== value) : [...chosen, value])}>
            {text}
          </Chip>
        );
      })}
    </div>
  </fieldset>
);

/** A toggle button. */
export const Chip = ({ pressed, onClick, children }: { pressed: boolean; onClick(): void; children: string }) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className={`min-h-11 rounded-full border px-4 py-1.5 font-medium transition-colors duration-150 ${pressed ? 'border-brand bg-brand text-on-brand' : 'border-control bg-surface text-ink hover:bg-sunken'}`}
  >
    {children}
  </button>
);

/** An active filter with a remove button. */
export const RemovableChip = ({ children, onRemove }: { children: string; onRemove(): void }) => (
  <button
    type="button"
    onClick={onRemove}
    aria-label={`${children}: olib tashlash`}
    className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-brand-soft py-1.5 pr-3 pl-4 font-medium text-brand-strong"
  >
    {children}
    <X aria-hidden="true" className="size-4" />
  </button>
);
