import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';

import { organizationInput, type OrganizationProfile as Profile } from '#contract/organization.ts';
import { organizationTypes, roleAllows } from '#contract/organization-rules.ts';
import { organizationQuery, useSaveOrganization } from '../../data/organizations.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { Failure } from '../../parts/Failure.tsx';
import { useSignOut } from '../../shell/guards.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard } from '../../ui/useLeaveGuard.tsx';
import { OrganizationView } from './OrganizationView.tsx';
import { organizersOnly } from './OrganizersOnly.tsx';
import { SaveBar } from './SaveBar.tsx';

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
type Values = Record<(typeof fields)[number], string>;

const valuesOf = (profile: Profile): Values => Object.fromEntries(fields.map((name) => [name, profile[name] ?? ''])) as Values;

const EditForm = ({ profile, onDone }: { profile: Profile; onDone(): void }) => {
  const save = useSaveOrganization();
  const initial = valuesOf(profile);
  const form = useForm({
    initial,
    schema: organizationInput,
    // What was empty and still is stays away; what was emptied comes as an empty text and is cleared.
    payload: (values) =>
      Object.fromEntries(fields.filter((name) => values[name].trim() !== '' || initial[name] !== '').map((name) => [name, values[name]])),
    submit: async (body) => {
      try {
        await save.mutateAsync(body);
      } catch (error) {
        toastError(messageFor(error));
        throw error;
      }
      toastSuccess('Tashkilot profili yangilandi.');
      onDone();
    },
  });
  const guard = useLeaveGuard(form.dirty);
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-5">
      {guard}
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
        <Button look="secondary" onClick={onDone}>
          Bekor qilish
        </Button>
        <Button type="submit" busy={form.busy}>
          {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
        </Button>
      </SaveBar>
    </form>
  );
};

const NotFound = () => (
  <EmptyState
    title="Tashkilot profili topilmadi"
    action={
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/profile">Talaba profiliga o‘tish</LinkButton>
        <LinkButton to="/signup" look="secondary">
          Tashkilot sifatida ro‘yxatdan o‘tish
        </LinkButton>
      </div>
    }
  >
    Bu hisob hech qaysi tashkilotga biriktirilmagan.
  </EmptyState>
);

const Shown = ({ editing, onDone }: { editing: boolean; onDone(): void }) => {
  const { data: profile, error, isPending, refetch } = useQuery(organizationQuery());
  if (profile) return editing ? <EditForm profile={profile} onDone={onDone} /> : <OrganizationView profile={profile} />;
  if (isPending)
    return (
      <div role="status" className="space-y-4">
        <span className="sr-only">Yuklanmoqda...</span>
        <Skeleton className="h-32" />
        <Skeleton className="h-64" />
      </div>
    );
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return <NotFound />;
  return <Failure error={error} onRetry={() => refetch()} />;
};

const OrganizationProfile = () => {
  usePage('Tashkilot profili');
  const signOut = useSignOut();
  const { data: profile } = useQuery(organizationQuery());
  const [editing, setEditing] = useState(false);
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Tashkilot profili</PageTitle>
        <div className="flex flex-wrap gap-2 *:px-3">
          <LinkButton to="/organizer" look="quiet">
            <ArrowLeft aria-hidden="true" className="size-5 max-md:hidden" />
            Statistika
          </LinkButton>
          <Button look="secondary" onClick={signOut}>
            Chiqish
          </Button>
          {profile && !editing && roleAllows(profile.role, 'owner') && <Button onClick={() => setEditing(true)}>Tahrirlash</Button>}
        </div>
      </div>
      <Shown editing={editing} onDone={() => setEditing(false)} />
    </div>
  );
};
export default organizersOnly(OrganizationProfile);
