import { useQuery } from '@tanstack/react-query';
import { universitiesQuery } from '../../../data/students/profile.ts';
import type { Form } from '../../../lib/form.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { Suggest } from '../../../ui/Suggest.tsx';

/** Milliseconds. */
const searchDelay = 250;

// biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
type AnyForm = Form<any>;
/** The trimmed value of a field, debounced for search. */
export const useDebouncedValue = (form: AnyForm, name: string): string => useDebounced(String(form.get(name) ?? '').trim(), searchDelay);

/** Text field with known universities as suggestions. */
export const UniversityField = ({ form, name, label, optional }: { form: AnyForm; name: string; label: string; optional?: boolean }) => {
  const typed = useDebouncedValue(form, name);
  const { data = [] } = useQuery({ ...universitiesQuery(typed), enabled: typed.length > 1 });
  return (
    <Suggest
      form={form}
      name={name}
      label={label}
      optional={optional}
      suggestions={typed.length > 1 ? data.map((one) => ({ key: one.id, text: one.name, detail: one.city ?? one.region })) : []}
      onPick={({ text }) => form.set(name, text)}
    />
  );
};
