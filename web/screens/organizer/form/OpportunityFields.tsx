import type { Form } from '../../../lib/form.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/Field.tsx';
import { type FieldName, fieldNames, isRequired, type OpportunityFieldSpec, opportunityFields } from './fields.ts';
import type { OpportunityValues } from './values.ts';

interface FieldProps {
  form: Form<OpportunityValues>;
  name: FieldName;
  /** `options`, `hint` and `disabled` override the description. */
  options?: Record<string, string>;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

/** The control of one described field. */
export const OpportunityField = ({ form, name, options, hint, disabled }: FieldProps) => {
  const spec: OpportunityFieldSpec = opportunityFields[name];
  const common = { form, name, label: spec.label, hint: hint ?? spec.hint };
  const presence = isRequired(name) ? { required: true } : { optional: true };
  switch (spec.kind) {
    case 'area':
      return <TextArea {...common} {...presence} rows={spec.rows} />;
    case 'select':
      return <SelectField {...common} options={options ?? spec.options} empty={null} required />;
    case 'check':
      return <CheckField {...common} disabled={disabled} />;
    case 'date':
      return <TextField {...common} {...presence} type="date" />;
    case 'integer':
      return <TextField {...common} {...presence} type="number" inputMode="numeric" min={spec.min} />;
    default:
      return <TextField {...common} {...presence} maxLength={spec.maxLength} autoComplete={spec.autoComplete} />;
  }
};

/** The controls of a group, in the order of the descriptions. */
export const FieldGroup = ({ form, group }: { form: Form<OpportunityValues>; group: NonNullable<OpportunityFieldSpec['group']> }) =>
  fieldNames
    .filter((name) => (opportunityFields[name] as OpportunityFieldSpec).group === group)
    .map((name) => <OpportunityField key={name} form={form} name={name} />);
