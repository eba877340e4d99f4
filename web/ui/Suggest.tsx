import { type KeyboardEvent, useId, useState } from 'react';
import { type Form, fieldId } from '../lib/form.ts';
import { TextField } from './Field.tsx';

export interface Suggestion {
  key: string | number;
  text: string;
  detail?: string | null;
}

interface SuggestProps {
  // biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
  form: Form<any>;
  /** Field path of the text. */
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  placeholder?: string;
  suggestions: readonly Suggestion[];
  /** Shown when no suggestion matches; absent when any text is accepted. */
  none?: string;
  onPick(suggestion: Suggestion): void;
}

/** A text field with suggestions; arrows and Enter choose, Esc closes the list. */
export const Suggest = ({ form, name, suggestions, none, onPick, ...rest }: SuggestProps) => {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const shown = open ? suggestions : [];
  const pick = (suggestion: Suggestion) => {
    onPick(suggestion);
    setOpen(false);
    setActive(-1);
    document.getElementById(fieldId(name))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => Math.max(-1, Math.min(suggestions.length - 1, before + step)));
    } else if (event.key === 'Enter' && shown[active]) {
      event.preventDefault();
      pick(shown[active]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of the field and its list
    <div
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
      onInput={() => {
        setOpen(true);
        setActive(-1);
      }}
    >
      <TextField
        form={form}
        name={name}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-activedescendant={shown[active] ? `${list}-${active}` : undefined}
        onFocus={() => none && setOpen(true)}
        {...rest}
      />
      <div id={list} role="listbox" aria-label="Takliflar" className={shown.length > 0 ? suggestionsClass : 'hidden'}>
        {shown.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
          <div
            key={suggestion.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={`flex min-h-12 flex-col justify-center rounded-lg px-3 py-1.5 hover:bg-sunken ${index === active ? 'bg-sunken' : ''}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(suggestion)}
          >
            {suggestion.text}
            {suggestion.detail && <span className="text-sm text-muted">{suggestion.detail}</span>}
          </div>
        ))}
      </div>
      {none && open && shown.length === 0 && (
        <p role="status" className="mt-1.5 text-sm text-muted">
          {none}
        </p>
      )}
    </div>
  );
};
const suggestionsClass = 'mt-1 max-h-64 overflow-y-auto rounded-xl border border-control bg-surface p-1 shadow-card';
