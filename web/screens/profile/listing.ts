import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { StudentListName } from '#contract/student.ts';
import { formatDate } from '#contract/uzbek.ts';
import type { Form } from '../../lib/form.ts';

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

/** What a card of the list shows of an entry. */
export interface EntryView {
  title: string;
  lines: (string | null | undefined | false)[];
  links?: (readonly [label: string, url: string | null])[];
  badges?: (string | false)[];
  text?: string | null;
}

/** One of the eight lists of a profile: everything in which it differs from the others. */
export interface Listing<Entry extends { id: number }> {
  name: StudentListName;
  /** Key of /profile?section=… */
  section: string;
  title: string;
  /** One of them, as its toasts call it. */
  entity: string;
  empty: string;
  schema: z.core.$ZodType;
  blank: Values;
  fill(entry: Entry): Values;
  /** What is sent, when it is not the fields themselves. */
  payload?(values: Values): Values;
  fields: FieldSpec[];
  view(entry: Entry): EntryView;
}

/** "5 sentyabr 2024 – 1 iyun 2026", or until now. */
export const periodOf = (from: string | null, until: string | null, current: boolean): string =>
  `${formatDate(from)} – ${current ? 'Hozirgacha' : formatDate(until)}`;

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
