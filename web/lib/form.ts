import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/values.ts';
import { ApiError, messageFor } from './api.ts';
import { readStored, removeStored, store } from './browserStorage.ts';

z.config({ customError: describeIssue });

/** Messages by field path: `title`, `requirements.0.requirement`. The empty path belongs to the whole form. */
export type Errors = Record<string, string>;

const flat = (tree: unknown, path = ''): Errors => {
  if (typeof tree === 'string') return { [path]: tree };
  if (Array.isArray(tree) && tree.every((part) => typeof part === 'string')) return tree.length > 0 ? { [path]: tree[0] as string } : {};
  if (tree === null || typeof tree !== 'object') return {};
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) => flat(value, key === 'non_field_errors' ? path : path ? `${path}.${key}` : key)),
  );
};

const issuesOf = (issues: readonly z.core.$ZodIssue[]): Errors => {
  const errors: Errors = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], value);
const put = (holder: unknown, [key, ...rest]: string[], value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(holder)) return holder.map((one, index) => (String(index) === key ? put(one, rest, value) : one));
  const record = (holder ?? {}) as Record<string, unknown>;
  return { ...record, [key]: put(record[key], rest, value) };
};

export interface FormOptions<Values, Schema extends z.core.$ZodType> {
  initial: Values;
  schema: Schema;
  /** What is held against the schema, when the fields are not the payload itself. */
  payload?: (values: Values) => unknown;
  submit: (data: z.core.output<Schema>, values: Values) => Promise<unknown>;
  /** Keeps what is typed under this name in this browser until the form is sent. Never for passwords. */
  keepAs?: string;
}

const keptUnder = (name: string) => `draft:${name}`;
/** What was typed under this name is no longer wanted. */
export const removeFormDraft = (name: string) => removeStored(keptUnder(name));
const readKept = <Values>(name: string | undefined): Values | null => {
  try {
    return name ? JSON.parse(readStored(keptUnder(name)) ?? 'null') : null;
  } catch {
    return null;
  }
};

const held = <Values, Schema extends z.core.$ZodType>({ schema, payload }: FormOptions<Values, Schema>, values: Values) => {
  const result = z.safeParse(schema, payload ? payload(values) : values);
  return result.success ? { data: result.data, errors: {} as Errors } : { data: undefined, errors: issuesOf(result.error.issues) };
};

export interface Form<Values = unknown> {
  values: Values;
  errors: Errors;
  busy: boolean;
  /** Something was typed that is not sent yet. */
  dirty: boolean;
  /** The values come from an earlier visit, kept under `keepAs`. */
  restored: boolean;
  /** Counts failed submits; the error summary takes the focus on each. */
  failures: number;
  get(path: string): unknown;
  set(path: string, value: unknown): void;
  reset(values?: Values): void;
  onSubmit(event?: FormEvent): void;
}

/**
 * One form: values stay whatever happens, checked on submit and from then on at each change, the server's field errors
 * land in the same places as our own, one submit in flight.
 */
export const useForm = <Values extends object, Schema extends z.core.$ZodType>(options: FormOptions<Values, Schema>): Form<Values> => {
  const { initial, keepAs } = options;
  const [values, setValues] = useState<Values>(() => ({
    ...initial,
    ...(typeof window === 'undefined' ? null : readKept<Values>(keepAs)),
  }));
  const [restored, setRestored] = useState(() => typeof window !== 'undefined' && readKept(keepAs) !== null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [failures, setFailures] = useState(0);
  const sending = useRef(false);
  const latest = useRef({ options, values, failures });
  latest.current = { options, values, failures };

  const change = useCallback((path: string, value: unknown) => {
    setDirty(true);
    setValues((before) => {
      const next = put(before, path.split('.'), value) as Values;
      latest.current.values = next;
      if (latest.current.failures > 0) setErrors(held(latest.current.options, next).errors);
      return next;
    });
  }, []);

  useEffect(() => {
    if (!keepAs || !dirty) return;
    // At once: whoever leaves right after the last letter finds it again.
    store(keptUnder(keepAs), JSON.stringify(values));
  }, [values, keepAs, dirty]);

  const onSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    const checked = held(options, latest.current.values);
    setErrors(checked.errors);
    if (checked.data === undefined) {
      setFailures((count) => count + 1);
      return;
    }
    sending.current = true;
    setBusy(true);
    options
      .submit(checked.data as z.core.output<Schema>, latest.current.values)
      .then(() => {
        setDirty(false);
        setRestored(false);
        if (keepAs) removeFormDraft(keepAs);
      })
      .catch((error: unknown) => {
        const fields = error instanceof ApiError ? error.fields : undefined;
        setErrors(fields ? flat(fields) : { '': messageFor(error) });
        setFailures((count) => count + 1);
      })
      .finally(() => {
        sending.current = false;
        setBusy(false);
      });
  };

  return {
    values,
    errors,
    busy,
    dirty,
    restored,
    failures,
    onSubmit,
    get: (path) => at(values, path),
    set: change,
    reset: (next = initial) => {
      setValues(next);
      setErrors({});
      setFailures(0);
      setDirty(false);
      setRestored(false);
      if (keepAs) removeFormDraft(keepAs);
    },
  };
};

/** The id of a field's control, for labels and the error summary's links. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`;
