import type { ReactNode } from 'react';
import { imageMaxBytes, logoTypes, pictureTooLarge, pictureTooLargeTitle, pictureWrongType, wrongTypeTitle } from '#contract/file.ts';
import type { OrganizationProfile } from '#contract/organization.ts';
import { organizationTypes, roleAllows } from '#contract/organization-rules.ts';
import { formatNumber, initials, responseRateText } from '#contract/uzbek.ts';
import { useLogoUpload } from '../../../data/organizations/logo.ts';
import { Link } from '../../../lib/router.tsx';
import { Avatar, Badge, Card } from '../../../ui/Card.tsx';
import { PictureUpload } from '../../../ui/PictureUpload.tsx';
import { toastSuccess } from '../../../ui/toast.ts';

const rules = {
  accept: [...logoTypes, '.jpg', '.jpeg', '.png', '.webp', '.svg'].join(','),
  maxBytes: imageMaxBytes,
  wrongType: pictureWrongType,
  wrongTypeTitle,
  tooLarge: pictureTooLarge,
  tooLargeTitle: pictureTooLargeTitle,
  failed: 'Logoni yuklashda xatolik yuz berdi',
};

interface LogoProps {
  profile: OrganizationProfile;
  children: ReactNode;
}
const EditableLogo = ({ profile, children }: LogoProps) => (
  <PictureUpload
    id="organization-logo"
    name="Logo"
    add="Logo yuklash"
    change="Logoni almashtirish"
    hint="JPEG, PNG yoki WebP, 5 MB gacha."
    rules={rules}
    upload={useLogoUpload()}
    current={profile.logo}
    initials={initials(profile.name, 'OP')}
    onUploaded={() => toastSuccess('Tashkilot profili yangilandi.', 'Yangi logo saqlandi.')}
  >
    {children}
  </PictureUpload>
);
const Logo = ({ profile, children }: LogoProps) => (
  <div className="flex items-center gap-4">
    <Avatar src={profile.logo} initials={initials(profile.name, 'OP')} className="size-20 text-2xl" />
    <div className="min-w-0">{children}</div>
  </div>
);

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);

/** Logo, name and figures of the organization. It stays mounted while the profile is edited, so that a logo upload goes on. */
export const OrganizationHead = ({ profile }: { profile: OrganizationProfile }) => {
  const Picture = roleAllows(profile.role, 'owner') ? EditableLogo : Logo;
  const answered = responseRateText(profile.response_rate, profile.median_answer_days);
  return (
    <Card aria-labelledby="organization-name">
      <Picture profile={profile}>
        <h2 id="organization-name" className="text-xl font-semibold max-sm:text-lg">
          {profile.name}
        </h2>
        <p className="text-muted">{organizationTypes[profile.organization_type]}</p>
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {profile.is_verified && <Badge tone="success">Tasdiqlangan tashkilot</Badge>}
          {!profile.is_active && <Badge tone="warning">Faol emas</Badge>}
        </div>
      </Picture>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-4">
        <Figure name="A’zolar">{formatNumber(profile.member_count)}</Figure>
        <Figure name="Faol imkoniyatlar">{formatNumber(profile.opportunity_count)}</Figure>
        <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
          <dt className="text-sm text-muted">Talabalar ko‘radigan javob tezligi</dt>
          <dd className={answered ? 'font-semibold' : 'text-muted'}>
            {answered ?? 'Hali ko‘rsatilmaydi: 14 kundan oldin kelgan arizalar yetarli emas.'}
          </dd>
        </div>
      </dl>
      {!profile.is_verified && (
        <p className="mt-4 rounded-xl bg-sunken p-4">
          Tashkilotingiz hali tasdiqlanmagan. Profilni to‘liq to‘ldiring va platforma administratoriga murojaat qiling: tasdiqlangach,
          talabalar e’lonlaringizda tasdiqlash belgisini ko‘radi.{' '}
          <Link to="/help" className="font-medium text-brand underline underline-offset-4">
            Qanday bog‘lanish mumkin?
          </Link>
        </p>
      )}
    </Card>
  );
};
