import { useState } from 'react';
import { type OrganizationProfile, organizationInput } from '#contract/organization.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { useSaveOrganization } from '../../../data/organizations/organization.ts';
import { messageFor } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { RestoredNotice } from '../../../parts/states/RestoredNotice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/Field.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { useLeaveGuard } from '../../../ui/useLeaveGuard.tsx';
import { SaveBar } from '../shared/SaveBar.tsx';

const fields = [
  'name',
  'organization_type',
  'description',
  'website',
  'phone',
  'email',
  'country',
  'city',
  'address',
  'linkedin_url',
  'twitter_url',
  'facebook_url',
] as const;
type OrganizationValues = Record<(typeof fields)[number], string>;

const toFormValues = (profile: OrganizationProfile): OrganizationValues =>
  Object.fromEntries(fields.map((name) => [name, profile[name] ?? ''])) as OrganizationValues;

/** The form of the organization's profile, for owners. */
const OrganizationForm = ({ profile, onDone }: { profile: OrganizationProfile; onDone(): void }) => {
  const userId = useSession()?.user_id;
  const save = useSaveOrganization();
  // The profile as it was when the form opened; another owner may change it meanwhile.
  const [{ initial, version }] = useState(() => ({ initial: toFormValues(profile), version: profile.updated_at }));
  const form = useForm({
    initial,
    schema: organizationInput,
    // Fields that were and are empty are left out; a cleared field is sent as an empty text.
    payload: (values) =>
      Object.fromEntries(fields.filter((name) => values[name].trim() !== '' || initial[name] !== '').map((name) => [name, values[name]])),
    // One draft per version: a draft of an older version would undo another owner's later change.
    draftName: `organization:${userId}:${version}`,
    submit: async (body, values) => {
      try {
        const changed = fields.filter((name) => values[name] !== initial[name]);
        await save.mutateAsync(
          Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name as keyof OrganizationValues))),
        );
      } catch (error) {
        toastError(messageFor(error));
        throw error;
      }
      toastSuccess('Tashkilot profili yangilandi.');
      onDone();
    },
  });
  const guard = useLeaveGuard(form.dirty || form.restored, () => form.reset());
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-5">
      {guard}
      {form.restored && <RestoredNotice />}
      <ErrorSummary form={form} />
      <Card className="space-y-5">
        <TextField form={form} name="name" label="Tashkilot nomi" required autoComplete="organization" />
        <SelectField form={form} name="organization_type" label="Tashkilot turi" options={organizationTypes} empty={null} />
        <TextArea form={form} name="description" label="Tavsif" optional rows={6} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="email" label="Elektron pochta" optional type="email" inputMode="email" autoComplete="email" />
          <TextField
            form={form}
            name="phone"
            label="Telefon"
            optional
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+998 90 123 45 67"
          />
          <TextField form={form} name="country" label="Mamlakat" optional autoComplete="country-name" />
          <TextField form={form} name="city" label="Shahar" optional autoComplete="address-level2" />
          <TextField form={form} name="address" label="Manzil" optional autoComplete="street-address" />
          <TextField form={form} name="website" label="Veb-sayt" optional type="url" inputMode="url" autoComplete="url" />
          <TextField form={form} name="linkedin_url" label="LinkedIn" optional type="url" inputMode="url" autoComplete="off" />
          <TextField form={form} name="twitter_url" label="Twitter" optional type="url" inputMode="url" autoComplete="off" />
          <TextField form={form} name="facebook_url" label="Facebook" optional type="url" inputMode="url" autoComplete="off" />
        </div>
      </Card>
      <SaveBar>
        <Button
          variant="secondary"
          onClick={() => {
            form.reset();
            onDone();
          }}
        >
          Bekor qilish
        </Button>
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
        </Button>
      </SaveBar>
    </form>
  );
};
export default OrganizationForm;
