import type { ReactNode } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import type { StudentProfile } from '#contract/student.ts';
import { formatDate, formatNumber, initials, remainingText } from '#contract/uzbek.ts';
import { storeApplicationInProgress } from '../../../data/applications/resume-application.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Avatar, Card } from '../../../ui/Card.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
);

/** Key facts of the opportunity. */
export const OpportunityFacts = ({ opportunity: item }: { opportunity: OpportunityDetail }) => (
  <Card aria-label="Imkoniyat">
    <h3 className="text-lg font-semibold">{item.title}</h3>
    <p className="text-muted">{item.organization_name}</p>
    <dl className="mt-4 grid gap-x-4 gap-y-3 xs:grid-cols-2">
      <Fact label="Ariza muddati">
        {item.application_deadline ? `${formatDate(item.application_deadline)}, 23:59 gacha (Toshkent vaqti) · ` : ''}
        {remainingText(item.days_until_deadline)}
      </Fact>
      {item.start_date && (
        <Fact label="O‘tkazilish sanalari">
          {formatDate(item.start_date)}
          {item.end_date && item.end_date !== item.start_date ? ` – ${formatDate(item.end_date)}` : ''}
        </Fact>
      )}
      <Fact label="Format">{item.is_remote ? 'Masofadan (onlayn)' : 'Joyida (oflayn)'}</Fact>
      <Fact label="Qabul qilingan / o‘rinlar">
        {formatNumber(item.accepted_count)} / {item.max_applications ? formatNumber(item.max_applications) : 'Cheklanmagan'}
      </Fact>
      <Fact label="Profil talablari">{formatNumber(item.profile_requirements.length)} ta</Fact>
      {item.result_announcement_date && <Fact label="Natijalar e’loni">{formatDate(item.result_announcement_date)}</Fact>}
    </dl>
  </Card>
);

/** Name and contacts of the student with a link to the profile. */
export const ProfileSummary = ({ profile, opportunity }: { profile: StudentProfile; opportunity: number }) => {
  const name = `${profile.first_name} ${profile.last_name}`.trim();
  return (
    <Card aria-label="Profilingiz">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={profile.avatar} initials={initials(name, 'O')} className="size-14 text-lg" />
        <div className="min-w-0 grow basis-40">
          <h3 className="font-semibold">{name || profile.email}</h3>
          <p className="text-sm text-muted">{profile.email}</p>
          <p className="text-sm text-muted">{[profile.university, profile.major, profile.phone].filter(Boolean).join(' · ')}</p>
        </div>
        {/* Stored on the tap, before the address changes. */}
        <div onClickCapture={() => storeApplicationInProgress(opportunity)} className="w-full sm:w-auto">
          <LinkButton to="/profile" variant="secondary" state={{ applying: opportunity }} className="w-full">
            Profilni ko‘rish
          </LinkButton>
        </div>
      </div>
    </Card>
  );
};
