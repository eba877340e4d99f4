import type { Form } from '../../lib/form.ts';
import { TextField } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';

/** E-mail, passwords and consent text of every sign-up. @param readOnly the e-mail cannot be changed */
// biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
export const AccountFields = ({ form, hint, readOnly }: { form: Form<any>; hint?: string; readOnly?: boolean }) => (
  <>
    <TextField
      form={form}
      name="email"
      label="Elektron pochta"
      hint={hint}
      readOnly={readOnly}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      placeholder="siz@example.uz"
    />
    <PasswordField form={form} name="password" label="Parol" autoComplete="new-password" hint="Kamida 8 belgi" enterKeyHint="next" />
    <PasswordField form={form} name="password_confirm" label="Parolni tasdiqlang" autoComplete="new-password" enterKeyHint="go" />
    <p className="text-sm text-muted">
      Ro‘yxatdan o‘tish orqali ma’lumotlaringiz hisob ochish va ariza topshirganingizda ularni shu tashkilotga ko‘rsatish uchun saqlanishiga
      rozilik bildirasiz. {/* Opens a new tab, so that typed values stay. */}
      <a href="/terms" target="_blank" rel="noopener" className="font-medium text-brand underline underline-offset-2">
        Foydalanish shartlari
      </a>
    </p>
  </>
);
