import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { type Form, fieldId } from '../lib/form.ts';

const controlClass =
  'block w-full min-h-12 rounded-xl border border-control bg-surface px-3.5 py-2.5 text-ink aria-invalid:border-2 aria-invalid:border-danger disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';

// biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
type AnyForm = Form<any>;
interface FrameProps {
  form: AnyForm;
  /** Path of the value in the form: `title`, `requirements.0.requirement`. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Adds “(ixtiyoriy)” to the label; most fields are required. */
  optional?: boolean;
}
const describedBy = ({ form, name, hint }: FrameProps) =>
  [hint ? `${fieldId(name)}-hint` : '', form.errors[name] ? `${fieldId(name)}-error` : ''].filter(Boolean).join(' ') || undefined;

/** Attributes that connect a control with its label, hint and error. */
const controlProps = (props: FrameProps) => ({
  id: fieldId(props.name),
  name: props.name,
  'aria-invalid': props.form.errors[props.name] ? true : undefined,
  'aria-describedby': describedBy(props),
});

export const FieldError = ({ form, name }: { form: AnyForm; name: string }) =>
  form.errors[name] ? (
    <p id={`${fieldId(name)}-error`} className="mt-1.5 text-sm font-medium text-danger">
      {form.errors[name]}
    </p>
  ) : null;

const Labelled = ({ children, ...props }: FrameProps & { children: ReactNode }) => (
  <div className="flow-root">
    <label htmlFor={fieldId(props.name)} className="mb-1.5 block font-medium">
      {props.label}
      {props.optional && <span className="font-normal text-muted"> (ixtiyoriy)</span>}
    </label>
    {children}
    {props.hint && (
      <p id={`${fieldId(props.name)}-hint`} className="mt-1.5 text-sm text-muted">
        {props.hint}
      </p>
    )}
    <FieldError form={props.form} name={props.name} />
  </div>
);

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
type ControlledProps = 'form' | 'name' | 'id' | 'value' | 'onChange';

export const TextField = ({
  form,
  name,
  label,
  hint,
  optional,
  ...rest
}: FrameProps & Omit<InputHTMLAttributes<HTMLInputElement>, ControlledProps>) => (
  <Labelled {...{ form, name, label, hint, optional }}>
    <input
      className={controlClass}
      {...controlProps({ form, name, label, hint })}
      value={toText(form.get(name))}
      onChange={(event) => form.set(name, event.target.value)}
      {...rest}
    />
  </Labelled>
);

export const TextArea = ({
  form,
  name,
  label,
  hint,
  optional,
  counter,
  ...rest
}: FrameProps & { counter?: number } & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, ControlledProps>) => {
  const value = toText(form.get(name));
  return (
    <Labelled {...{ form, name, label, hint, optional }}>
      <textarea
        className={controlClass}
        rows={5}
        {...controlProps({ form, name, label, hint })}
        value={value}
        onChange={(event) => form.set(name, event.target.value)}
        {...rest}
      />
      {counter !== undefined && (
        <p className="float-right mt-1.5 ml-4 text-sm text-muted tabular-nums" aria-live="off">
          {value.length}/{counter}
        </p>
      )}
    </Labelled>
  );
};

export const SelectField = ({
  form,
  name,
  label,
  hint,
  optional,
  options,
  empty = 'Tanlang',
  ...rest
}: FrameProps & { options: Record<string, string>; empty?: string | null } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    ControlledProps
  >) => (
  <Labelled {...{ form, name, label, hint, optional }}>
    <select
      className={controlClass}
      {...controlProps({ form, name, label, hint })}
      value={toText(form.get(name))}
      onChange={(event) => form.set(name, event.target.value)}
      {...rest}
    >
      {empty !== null && <option value="">{empty}</option>}
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Labelled>
);

export const CheckField = ({
  form,
  name,
  label,
  hint,
  ...rest
}: FrameProps & Omit<InputHTMLAttributes<HTMLInputElement>, ControlledProps>) => (
  <div>
    <label className="flex min-h-12 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-brand"
        {...controlProps({ form, name, label, hint })}
        checked={form.get(name) === true}
        onChange={(event) => form.set(name, event.target.checked)}
        {...rest}
      />
      <span>{label}</span>
    </label>
    {hint && (
      <p id={`${fieldId(name)}-hint`} className="pl-9 text-sm text-muted">
        {hint}
      </p>
    )}
    <FieldError form={form} name={name} />
  </div>
);
