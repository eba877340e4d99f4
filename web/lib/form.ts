import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { describeIssue } from '#contract/values.ts';
import { ApiError, messageFor } from './api.ts';
import { readStored, removeStored, store } from './browserStorage.ts';

z.config({ customError: describeIssue });

/** Error messages by field path: `title`, `requirements.0.requirement`. The empty path is the whole form. */
export type FormErrors = Record<string, string>;

/** The server's tree of field errors, by field path. */
const flattenErrors = (tree: unknown, path = ''): FormErrors => {
  if (typeof tree === 'string') return { [path]: tree };
  if (Array.isArray(tree) && tree.every((part) => typeof part === 'string')) return tree.length > 0 ? { [path]: tree[0] as string } : {};
  if (tree === null || typeof tree !== 'object') return {};
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) => flattenErrors(value, key === 'non_field_errors' ? path : path ? `${path}.${key}` : key)),
  );
};

/** The first message of each field. */
const issueMessages = (issues: readonly z.core.$ZodIssue[]): FormErrors => {
  const errors: FormErrors = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

const getPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, key) => (parent as Record<string, unknown> | undefined)?.[key], value);
/** A copy with the value set at the path. */
const setPath = (parent: unknown, [key, ...rest]: string[], value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(parent)) return parent.map((one, index) => (String(index) === key ? setPath(one, rest, value) : one));
  const record = (parent ?? {}) as Record<string, unknown>;
  return { ...record, [key]: setPath(record[key], rest, value) };
};

export interface FormOptions<Values, Schema extends z.core.$ZodType> {
  initial: Values;
  schema: Schema;
  /** Builds what the schema checks, when it is not the values themselves. */
  payload?: (values: Values) => unknown;
  submit: (data: z.core.output<Schema>, values: Values) => Promise<unknown>;
  /** Stores the values under this name in this browser until the form is sent. Never for passwords. */
  draftName?: string;
}

const storageKey = (name: string) => `draft:${name}`;
/** Removes the stored values of a form. @param name its `draftName` */
export const removeFormDraft = (name: string) => removeStored(storageKey(name));
const readDraft = <Values>(name: string | undefined): Values | null => {
  try {
    return name ? JSON.parse(readStored(storageKey(name)) ?? 'null') : null;
  } catch {
    return null;
  }
};

const validate = <Values, Schema extends z.core.$ZodType>({ schema, payload }: FormOptions<Values, Schema>, values: Values) => {
  const result = z.safeParse(schema, payload ? payload(values) : values);
  return result.success ? { data: result.data, errors: {} as FormErrors } : { data: undefined, errors: issueMessages(result.error.issues) };
};

export interface Form<Values = unknown> {
  values: Values;
  errors: FormErrors;
  busy: boolean;
  /** The values have changed since they were sent or reset. */
  dirty: boolean;
  /** The values were stored under `draftName` on an earlier visit. */
  restored: boolean;
  /** Number of failed submits; the error summary takes the focus on each. */
  failures: number;
  get(path: string): unknown;
  set(path: string, value: unknown): void;
  reset(values?: Values): void;
  onSubmit(event?: FormEvent): void;
}

/**
 * State of a form. Values survive failures. They are validated on submit, and after a failed submit at every change.
 * The server's field errors appear at the same fields. One submit is in flight at a time.
 */
export const useForm = <Values extends object, Schema extends z.core.$ZodType>(options: FormOptions<Values, Schema>): Form<Values> => {
  const { initial, draftName } = options;
  const [values, setValues] = useState<Values>(() => ({
    ...initial,
    ...(typeof window === 'undefined' ? null : readDraft<Values>(draftName)),
  }));
  const [restored, setRestored] = useState(() => typeof window !== 'undefined' && readDraft(draftName) !== null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [failures, setFailures] = useState(0);
  const sending = useRef(false);
  const latest = useRef({ options, values, failures });
  latest.current = { options, values, failures };

  const change = useCallback((path: string, value: unknown) => {
    setDirty(true);
    setValues((before) => {
      const next = setPath(before, path.split('.'), value) as Values;
      latest.current.values = next;
      if (latest.current.failures > 0) setErrors(validate(latest.current.options, next).errors);
      return next;
    });
  }, []);

  useEffect(() => {
    if (!draftName || !dirty) return;
    // Not debounced, so that the last letter is stored when the page is left right after it.
    store(storageKey(draftName), JSON.stringify(values));
  }, [values, draftName, dirty]);

  const onSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    const checked = validate(options, latest.current.values);
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
        if (draftName) removeFormDraft(draftName);
      })
      .catch((error: unknown) => {
        const fields = error instanceof ApiError ? error.fields : undefined;
        setErrors(fields ? flattenErrors(fields) : { '': messageFor(error) });
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
    get: (path) => getPath(values, path),
    set: change,
    reset: (next = initial) => {
      setValues(next);
      setErrors({});
      setFailures(0);
      setDirty(false);
      setRestored(false);
      if (draftName) removeFormDraft(draftName);
    },
  };
};

/** DOM id of a field's control. @param path of the field */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`;
