import type { StudentProfile } from '#contract/student.ts';
import { formatDate } from '#contract/uzbek.ts';
import { storeApplicationInProgress } from '../../../data/applications/resume-application.ts';
import { Link } from '../../../lib/router.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Consent } from './Consent.tsx';

const phoneText = ({ phone, phone_visible }: StudentProfile): string =>
  !phone ? '' : phone_visible ? phone : `${phone} (arizangiz qabul qilingandan keyin ko‘rinadi)`;

const linksText = ({ social_links }: StudentProfile): string => {
  const hidden = social_links.filter(({ is_public }) => !is_public).length;
  if (social_links.length === 0) return '';
  return `${social_links.length} ta${hidden > 0 ? `, shundan ${hidden} tasi ommaviy emas` : ''}`;
};

const entries = (count: number): string => (count > 0 ? `${count} ta yozuv` : '');

/** The parts of the profile that are sent, as values and counts. */
const profileFacts = (profile: StudentProfile): [label: string, value: string | null][] => [
  ['Ism', `${profile.first_name} ${profile.last_name}`.trim()],
  ['Elektron pochta', profile.email],
  ['Telefon', phoneText(profile)],
  ['Manzil', profile.location],
  ['Tug‘ilgan sana', profile.date_of_birth && formatDate(profile.date_of_birth)],
  ['Universitet', profile.university],
  ['Mutaxassislik', profile.major],
  ['Bitirish yili', profile.graduation_year ? String(profile.graduation_year) : ''],
  ['Haqida', profile.about_me],
  ["Ta'lim tarixi", entries(profile.education.length)],
  ['Ish tajribasi', entries(profile.experiences.length)],
  ['Loyihalar', entries(profile.projects.length)],
  ['Yutuqlar', entries(profile.achievements.length)],
  ["Ko'nikmalar", entries(profile.skills.length)],
  ['Tillar', entries(profile.languages.length)],
  ['Ijtimoiy havolalar', linksText(profile)],
  ['Rezyume', profile.resume ? (profile.resume_name ?? 'Yuklangan') : ''],
  ['Portfolio', profile.portfolio_url],
];

interface SharedProfileProps {
  profile: StudentProfile;
  opportunity: number;
  organization: string;
}

/** The parts of the profile the organization will see, with the consent. */
export const SharedProfile = ({ profile, opportunity, organization }: SharedProfileProps) => {
  const facts = profileFacts(profile);
  const empty = facts.filter(([, value]) => !value).map(([label]) => label);
  return (
    <Card aria-labelledby="apply-sent">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="apply-sent" className="text-lg font-semibold">
          Profilingizdan yuboriladi
        </h3>
        <Link
          to="/profile"
          state={{ applying: opportunity }}
          onClick={() => storeApplicationInProgress(opportunity)}
          className="inline-flex min-h-11 items-center text-brand underline underline-offset-2"
        >
          Profilni o‘zgartirish
        </Link>
      </div>
      <dl className="mt-1 divide-y divide-line">
        {facts.map(([label, value]) => value && <Fact key={label} label={label} value={value} />)}
        {empty.length > 0 && <Fact label="Kiritilmagan" value={empty.join(', ')} unclamped />}
      </dl>
      <div className="mt-4">
        <Consent organization={organization} profile={profile} />
      </div>
    </Card>
  );
};

const Fact = ({ label, value, unclamped = false }: { label: string; value: string; unclamped?: boolean }) => (
  <div className="grid gap-x-4 py-2 xs:grid-cols-[10rem_1fr]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={unclamped ? 'text-muted' : 'line-clamp-4 whitespace-pre-line'}>{value}</dd>
  </div>
);
