import type { OpportunityDetail } from '#contract/opportunity.ts';
import { formatNumber, initials, responseRateText } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { VerifiedMark } from '../../parts/opportunity/badges.tsx';
import { Avatar, Badge } from '../../ui/Card.tsx';
import { InfoSection } from './Sections.tsx';

const Tile = ({ name, value, href, isExternal = false }: { name: string; value: string; href: string | null; isExternal?: boolean }) => (
  <li className="rounded-xl bg-sunken p-3">
    <span className="block text-sm text-muted">{name}</span>
    {href ? (
      <a
        href={href}
        className="inline-flex min-h-11 items-center font-medium text-brand-strong underline underline-offset-4"
        {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {value}
        {isExternal && <span className="sr-only"> (yangi oynada)</span>}
      </a>
    ) : (
      <span className="font-medium">{value}</span>
    )}
  </li>
);

export const AboutOrganization = ({ organization }: { organization: OpportunityDetail['organization'] }) => {
  const links = [
    ['Veb-sayt', organization.website],
    ['LinkedIn', organization.linkedin_url],
    ['Twitter', organization.twitter_url],
    ['Facebook', organization.facebook_url],
  ] as const;
  const { email, phone } = organization;
  const responseRate = responseRateText(organization.response_rate, organization.median_answer_days);
  return (
    <InfoSection title="Tashkilot haqida">
      <div className="flex items-start gap-3">
        <Avatar src={organization.logo} initials={initials(organization.name, 'OP')} className="size-14" />
        <div>
          <p className="text-lg font-semibold">{organization.name}</p>
          <p className="text-sm text-muted">{organization.organization_type_display}</p>
          {organization.is_verified && (
            <Badge tone="brand" className="mt-1">
              <VerifiedMark name="" />
              Tasdiqlangan tashkilot
            </Badge>
          )}
        </div>
      </div>
      {responseRate && <p className="mt-4 font-medium">{responseRate}</p>}
      {organization.description && <p className="mt-4 whitespace-pre-line">{organization.description}</p>}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {email && <Tile name="Elektron pochta" value={email} href={`mailto:${email}`} />}
        {phone && <Tile name="Telefon" value={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`} />}
        {links.map(([name, value]) => value && <Tile key={name} name={name} value={value} href={safeUrl(value)} isExternal />)}
      </ul>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
        <div className="flex gap-2">
          <dt className="text-muted">A’zolar:</dt>
          <dd className="font-semibold">{formatNumber(organization.member_count)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">Faol imkoniyatlar:</dt>
          <dd className="font-semibold">{formatNumber(organization.opportunity_count)}</dd>
        </div>
      </dl>
    </InfoSection>
  );
};
