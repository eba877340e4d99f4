import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Form } from '../../../lib/form.ts';

export type Values = Record<string, unknown>;
export type EntryForm = Form<Values>;

interface Described {
  name: string;
  label: string;
  optional?: boolean;
  hint?: string;
  placeholder?: string;
  /** The field is off while this switch is on. */
  offWhile?: string;
  /** What else changes with this field. */
  also?: (value: unknown, form: EntryForm) => void;
}
/** One field of an entry's form, as data; `custom` is for the few that are more than one control. */
export type FieldSpec =
  | (Described & { kind: 'text' | 'url' | 'date' | 'whole' | 'decimal'; maxLength?: number })
  | (Described & { kind: 'area'; maxLength: number })
  | (Described & { kind: 'select'; options: Record<string, string> })
  | (Described & { kind: 'check' })
  | { kind: 'custom'; name: string; Fields: (props: { form: EntryForm }) => ReactNode };

/** The form of one entry of a list. */
export interface EntryFormSpec<Entry extends { id: number }> {
  schema: z.core.$ZodType;
  blank: Values;
  fill(entry: Entry): Values;
  /** What is sent, when it is not the fields themselves. */
  payload?(values: Values): Values;
  fields: FieldSpec[];
}

/** A switch that takes the end date away. */
export const untilNow = (name: string, label: string): FieldSpec => ({
  kind: 'check',
  name,
  label,
  also: (value, form) => {
    if (value === true) form.set('end_date', '');
  },
});
/** An entry that goes on has no end date, whatever was typed before. */
export const endedBy = (flag: string) => (values: Values) => (values[flag] === true ? { ...values, end_date: null } : values);

/** What was picked for a field; the field itself holds the name as it is typed. */
export interface Picked {
  id: number;
  name: string;
}
const pickedOf = (values: Values, name: string): Picked | undefined => (values.picked as Record<string, Picked> | undefined)?.[name];
const plain = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase();
/** The picked one while it is still what stands in the field. */
export const pickedIn = (values: Values, name: string): Picked | undefined => {
  const picked = pickedOf(values, name);
  return picked && plain(picked.name) === plain(values[name]) ? picked : undefined;
};
/** Sends the ids of what was picked instead of the names. */
export const withIds =
  (...names: string[]) =>
  ({ picked, ...values }: Values): Values => ({
    ...values,
    ...Object.fromEntries(names.map((name) => [name, pickedIn({ ...values, picked }, name)?.id ?? null])),
  });
