import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Form, fieldId } from '../../../lib/form.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import type { OpportunityValues } from './values.ts';

type RepeatedList = 'requirements' | 'profile_requirements' | 'additional_questions' | 'criteria';

interface RepeaterProps<Name extends RepeatedList> {
  form: Form<OpportunityValues>;
  name: Name;
  /** The Uzbek noun for one row: "talab". */
  noun: string;
  add: string;
  createRow(rows: OpportunityValues[Name]): OpportunityValues[Name][number];
  /** The field of a new row that gets the focus. */
  firstField: string;
  movable?: boolean;
  children(path: string, row: OpportunityValues[Name][number]): ReactNode;
}

/** After the next render. */
const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** A list of rows that are added, removed and, with `movable`, reordered. */
export const Repeater = <Name extends RepeatedList>({
  form,
  name,
  noun,
  add,
  createRow,
  firstField,
  movable = false,
  children,
}: RepeaterProps<Name>) => {
  type Item = OpportunityValues[Name][number];
  const rows = form.values[name] as Item[];
  const update = (next: Item[]) => form.set(name, next);
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
    update(next);
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
                update(rows.filter((other) => other !== row));
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
        variant="secondary"
        onClick={() => {
          update([...rows, createRow(rows as OpportunityValues[Name])]);
          focusSoon(fieldId(`${name}.${rows.length}.${firstField}`));
        }}
      >
        <Plus aria-hidden="true" className="size-5" />
        {add}
      </Button>
    </div>
  );
};
