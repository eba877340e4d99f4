import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Form } from '../../lib/form.ts';
import { IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';

interface PasswordFieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
  form: Form<any>;
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  enterKeyHint?: 'next' | 'go';
}

/** A password that can be looked at while it is typed. */
export const PasswordField = (props: PasswordFieldProps) => {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        style={{ paddingRight: '3.5rem' }}
      />
      <IconButton
        label={shown ? 'Parolni yashirish' : 'Parolni ko‘rsatish'}
        aria-pressed={shown}
        className="absolute top-[1.92rem] right-0"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </div>
  );
};
