import { useState } from 'react';
import type { Form } from '../lib/form.ts';
import { TextField } from './Field.tsx';

interface PasswordFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
  form: Form<any>;
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  enterKeyHint?: 'next' | 'go';
}

/** A password field with a show button. */
export const PasswordField = (props: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        style={{ paddingRight: '6.5rem' }}
      />
      <button
        type="button"
        aria-label={shown ? 'Parolni yashirish' : 'Parolni ko‘rsatish'}
        aria-pressed={shown}
        className="absolute top-8 right-1 min-h-11 rounded-xl px-3 text-sm font-medium text-brand"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Yashirish' : 'Ko‘rsatish'}
      </button>
    </div>
  );
};
