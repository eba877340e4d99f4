import { useQuery } from '@tanstack/react-query';
import { universitiesQuery } from '../../../data/students/profile.ts';
import type { Form } from '../../../lib/form.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import { Suggest } from '../../../ui/Suggest.tsx';

/** Milliseconds without typing before a picker asks. */
const pause = 250;

// biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
type AnyForm = Form<any>;
/** What stands in a field, once the typing has paused. */
export const useTyped = (form: AnyForm, name: string): string => useDebounced(String(form.get(name) ?? '').trim(), pause);

/** Any name may be typed; known universities are offered. */
export const UniversityField = ({ form, name, label, optional }: { form: AnyForm; name: string; label: string; optional?: boolean }) => {
  const typed = useTyped(form, name);
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
