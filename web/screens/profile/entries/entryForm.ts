import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Form } from '../../../lib/form.ts';

export type EntryValues = Record<string, unknown>;
export type EntryForm = Form<EntryValues>;

interface FieldCommon {
  name: string;
  label: string;
  optional?: boolean;
  hint?: string;
  placeholder?: string;
  /** Name of the switch that disables this field while on. */
  offWhile?: string;
  /** Changes other fields with this one. */
  also?: (value: unknown, form: EntryForm) => void;
}
/** One field of an entry form as data; `custom` is for fields of several controls. */
export type FieldSpec =
  | (FieldCommon & { kind: 'text' | 'url' | 'date' | 'integer' | 'decimal'; maxLength?: number })
  | (FieldCommon & { kind: 'area'; maxLength: number })
  | (FieldCommon & { kind: 'select'; options: Record<string, string> })
  | (FieldCommon & { kind: 'check' })
  | { kind: 'custom'; name: string; Fields: (props: { form: EntryForm }) => ReactNode };

/** The form of the entries of one list. */
export interface EntryFormSpec<Entry extends { id: number }> {
  schema: z.core.$ZodType;
  blank: EntryValues;
  fill(entry: Entry): EntryValues;
  /** Converts the values to the body; by default they are the body. */
  payload?(values: EntryValues): EntryValues;
  fields: FieldSpec[];
}

/** A switch that clears the end date. */
export const untilNow = (name: string, label: string): FieldSpec => ({
  kind: 'check',
  name,
  label,
  also: (value, form) => {
    if (value === true) form.set('end_date', '');
  },
});
/** Clears the end date of an ongoing entry. @param flag the switch */
export const clearEndWhile = (flag: string) => (values: EntryValues) => (values[flag] === true ? { ...values, end_date: null } : values);

/** The option picked for a field; the field holds its name as typed. */
export interface Picked {
  id: number;
  name: string;
}
const storedPick = (values: EntryValues, name: string): Picked | undefined => (values.picked as Record<string, Picked> | undefined)?.[name];
const normalize = (text: unknown) =>
  String(text ?? '')
    .trim()
    .toLowerCase();
/** The picked option while the field still holds its name. */
export const pickedIn = (values: EntryValues, name: string): Picked | undefined => {
  const picked = storedPick(values, name);
  return picked && normalize(picked.name) === normalize(values[name]) ? picked : undefined;
};
/** Replaces the names of picked options by their ids; null when nothing is picked. */
export const namesToIds =
  (...names: string[]) =>
  ({ picked, ...values }: EntryValues): EntryValues => ({
    ...values,
    ...Object.fromEntries(names.map((name) => [name, pickedIn({ ...values, picked }, name)?.id ?? null])),
  });
