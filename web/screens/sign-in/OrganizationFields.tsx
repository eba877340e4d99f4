import { organizationTypes } from '#contract/organization-rules.ts';
import type { Form } from '../../lib/form.ts';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { usePlaces } from './usePlaces.ts';

/** Sign-up fields of organizations. */
// biome-ignore lint/suspicious/noExplicitAny: a field takes a form of any values
const OrganizationFields = ({ form }: { form: Form<any> }) => {
  const { countries, cities } = usePlaces();
  return (
    <>
      <SelectField form={form} name="organization_type" label="Tashkilot turi" options={organizationTypes} />
      <TextField
        form={form}
        name="organization_country"
        label="Mamlakat"
        autoComplete="country-name"
        maxLength={100}
        list="countries"
        enterKeyHint="next"
        placeholder="O‘zbekiston"
      />
      <datalist id="countries">
        {countries.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        form={form}
        name="organization_city"
        label="Shahar"
        autoComplete="address-level2"
        maxLength={100}
        list="cities"
        enterKeyHint="next"
        placeholder="Toshkent"
      />
      <datalist id="cities">
        {cities.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
};
export default OrganizationFields;
