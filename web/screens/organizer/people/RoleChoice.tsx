import type { MemberRole } from '#contract/organization-rules.ts';
import { roleDescriptions } from './roles.ts';

interface RoleChoiceProps {
  legend: string;
  options: Partial<Record<MemberRole, string>>;
  value: MemberRole;
  onChange(role: MemberRole): void;
}
/** Radio buttons for roles, each with a description of its rights. */
export const RoleChoice = ({ legend, options, value, onChange }: RoleChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">{legend}</legend>
    <div className="space-y-2">
      {(Object.keys(options) as MemberRole[]).map((role) => (
        <label
          key={role}
          className="flex min-h-12 items-start gap-3 rounded-xl border border-control p-3 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name="role"
            value={role}
            className="mt-0.5 size-5 shrink-0 accent-brand"
            checked={value === role}
            onChange={() => onChange(role)}
          />
          <span>
            <span className="block font-semibold">{options[role]}</span>
            <span className="block text-sm text-muted">{roleDescriptions[role]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
);
