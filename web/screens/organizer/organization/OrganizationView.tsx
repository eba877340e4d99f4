import type { ReactNode } from 'react';
import type { OrganizationProfile } from '#contract/organization.ts';
import { formatDate, noData } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { Card } from '../../../ui/Card.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>{children || noData}</dd>
  </div>
);
const ExternalLink = ({ url }: { url: string | null }) => {
  const address = safeUrl(url);
  if (!address) return url || noData;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="-mt-2 inline-block min-h-11 py-2 text-brand underline underline-offset-4"
    >
      {url}
    </a>
  );
};

/** Description and contacts of the organization. */
export const OrganizationView = ({ profile }: { profile: OrganizationProfile }) => (
  <>
    <Card>
      <h2 className="text-lg font-semibold">Tashkilot haqida</h2>
      <p className="mt-2 whitespace-pre-line">{profile.description || noData}</p>
    </Card>
    <Card>
      <h2 className="text-lg font-semibold">Aloqa</h2>
      <dl className="mt-3 grid gap-4 sm:grid-cols-2">
        <Fact name="Elektron pochta">{profile.email}</Fact>
        <Fact name="Telefon">{profile.phone}</Fact>
        <Fact name="Mamlakat">{profile.country}</Fact>
        <Fact name="Shahar">{profile.city}</Fact>
        <Fact name="Manzil">{profile.address}</Fact>
        <Fact name="Veb-sayt">
          <ExternalLink url={profile.website} />
        </Fact>
        <Fact name="LinkedIn">
          <ExternalLink url={profile.linkedin_url} />
        </Fact>
        <Fact name="Twitter">
          <ExternalLink url={profile.twitter_url} />
        </Fact>
        <Fact name="Facebook">
          <ExternalLink url={profile.facebook_url} />
        </Fact>
      </dl>
      <p className="mt-4 text-sm text-muted">
        Ro‘yxatdan o‘tgan: {formatDate(profile.created_at)} · Yangilangan: {formatDate(profile.updated_at)}
      </p>
    </Card>
  </>
);
