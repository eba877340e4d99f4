import { useEffect, useRef } from 'react';
import { type Form, fieldId } from '../lib/form.ts';

/**
 * Lists a form's errors with links to their fields; takes the focus after every failed submit.
 * @param labels by field path, for fields whose messages do not name them
 */
// biome-ignore lint/suspicious/noExplicitAny: a form of any values
export const ErrorSummary = ({ form, labels }: { form: Form<any>; labels?: Record<string, string> }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.failures > 0) box.current?.focus();
  }, [form.failures]);
  const entries = Object.entries(form.errors);
  if (entries.length === 0 || form.failures === 0) return null;
  const hasFields = entries.some(([path]) => path !== '');
  return (
    <div ref={box} tabIndex={-1} role="alert" className="rounded-xl border-2 border-danger bg-danger-soft p-4 text-danger">
      {hasFields && <p className="font-semibold">Quyidagilarni to‘g‘rilang</p>}
      <ul className={hasFields ? 'mt-1 list-disc pl-5' : ''}>
        {entries.map(([path, message]) => (
          <li key={path}>
            {path === '' ? (
              message
            ) : (
              <a
                href={`#${fieldId(path)}`}
                className="block min-h-11 py-2.5 underline underline-offset-2"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(path))?.focus();
                }}
              >
                {labels?.[path] && <span className="block font-medium">{labels[path]} </span>}
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
