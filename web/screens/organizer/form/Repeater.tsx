import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Form, fieldId } from '../../../lib/form.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import type { OpportunityValues } from './values.ts';

type ListName = 'requirements' | 'profile_requirements' | 'additional_questions' | 'criteria';

interface RepeaterProps<Name extends ListName> {
  form: Form<OpportunityValues>;
  name: Name;
  /** What one row is called: "talab". */
  noun: string;
  add: string;
  make(rows: OpportunityValues[Name]): OpportunityValues[Name][number];
  /** The field of a new row that takes the focus. */
  first: string;
  movable?: boolean;
  children(path: string, row: OpportunityValues[Name][number]): ReactNode;
}

const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Rows that are added, taken away and, where their order matters, moved. */
export const Repeater = <Name extends ListName>({ form, name, noun, add, make, first, movable = false, children }: RepeaterProps<Name>) => {
  type Item = OpportunityValues[Name][number];
  const rows = form.values[name] as Item[];
  const keep = (next: Item[]) => form.set(name, next);
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    keep(next);
  };
  const addId = `${fieldId(name)}-add`;
  return (
    <div id={fieldId(name)} tabIndex={-1} className="space-y-4">
      {rows.map((row, index) => (
        <fieldset key={row.row} className="min-w-0 rounded-xl border border-line p-4">
          <legend className="px-1 font-semibold">
            {index + 1}-{noun}
          </legend>
          <div className="space-y-4">{children(`${name}.${index}`, row)}</div>
          <div className="mt-3 flex flex-wrap justify-end gap-1">
            {movable && (
              <>
                <IconButton label={`${index + 1}-${noun}ni yuqoriga`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                  <ArrowUp aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={`${index + 1}-${noun}ni pastga`}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-5" />
                </IconButton>
              </>
            )}
            <IconButton
              label={`${index + 1}-${noun}ni o‘chirish`}
              onClick={() => {
                keep(rows.filter((one) => one !== row));
                focusSoon(addId);
              }}
            >
              <Trash2 aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        </fieldset>
      ))}
      <FieldError form={form} name={name} />
      <Button
        id={addId}
        look="secondary"
        onClick={() => {
          keep([...rows, make(rows as OpportunityValues[Name])]);
          focusSoon(fieldId(`${name}.${rows.length}.${first}`));
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        {add}
      </Button>
    </div>
  );
};
