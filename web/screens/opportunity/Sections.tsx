import type { ReactNode } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { requirementLevels } from '#contract/opportunity-rules.ts';
import { formatDate, formatRange } from '#contract/uzbek.ts';
import { Badge, Card } from '../../ui/Card.tsx';
import { deadlineMoment } from './MainCard.tsx';

const optionsShown = 3;

/** A titled card. */
export const InfoSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <h2 className="mb-3 text-xl font-bold">{title}</h2>
    {children}
  </Card>
);

/** One paragraph for each line. */
const Paragraphs = ({ text }: { text: string }) => (
  <div className="space-y-3">
    {nonEmptyTextLines(text).map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text may repeat and never move
      <p key={index}>{line}</p>
    ))}
  </div>
);
const nonEmptyTextLines = (text: string | null): string[] =>
  (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

const Level = ({ mandatory }: { mandatory: boolean }) => (
  <Badge tone={mandatory ? 'danger' : 'neutral'} className="max-w-full shrink-0">
    {mandatory ? requirementLevels.required : requirementLevels.optional}
  </Badge>
);

/** The sections of an opportunity that have content. */
export const Sections = ({ item }: { item: OpportunityDetail }) => (
  <>
    {nonEmptyTextLines(item.description).length > 0 && (
      <InfoSection title="Tavsif">
        <Paragraphs text={item.description} />
      </InfoSection>
    )}
    <Timeline item={item} />
    <Candidate item={item} />
    {item.required_skills.length > 0 && (
      <InfoSection title="Talab qilinadigan ko‘nikmalar">
        <ul className="flex flex-wrap gap-2">
          {item.required_skills.map((skill) => (
            <li key={skill.id}>
              <Badge tone="brand">{skill.name}</Badge>
            </li>
          ))}
        </ul>
      </InfoSection>
    )}
    {item.requirements.length > 0 && (
      <InfoSection title="Talablar">
        <ul className="divide-y divide-line">
          {item.requirements.map((one) => (
            <li key={one.id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2.5">
              <span className="min-w-0 grow basis-24">{one.requirement}</span>
              <Level mandatory={one.is_mandatory} />
            </li>
          ))}
        </ul>
      </InfoSection>
    )}
    <ProfileRequirements item={item} />
    <Questions item={item} />
    {(item.compensation || item.benefits) && (
      <InfoSection title="Imtiyozlar va qo‘llab-quvvatlash">
        {item.compensation && <p className="mb-2 font-semibold">{item.compensation}</p>}
        <ul className="list-disc space-y-1.5 pl-5">
          {nonEmptyTextLines(item.benefits).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </InfoSection>
    )}
    {item.application_instructions && (
      <InfoSection title="Ariza topshirish bo‘yicha ko‘rsatma">
        <Paragraphs text={item.application_instructions} />
      </InfoSection>
    )}
  </>
);

const Timeline = ({ item }: { item: OpportunityDetail }) => {
  const days = [
    { name: 'Ariza muddati', day: item.application_deadline, isDeadline: true },
    { name: 'Boshlanish sanasi', day: item.start_date },
    { name: 'Tugash sanasi', day: item.end_date },
    { name: 'Natijalar e’lon qilinadi', day: item.result_announcement_date },
  ]
    .filter((one): one is typeof one & { day: string } => one.day !== null)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  if (days.length === 0) return null;
  return (
    <InfoSection title="Muhim sanalar">
      <ol className="ml-1.5 space-y-4 border-l-2 border-line">
        {days.map(({ name, day, isDeadline }) => (
          <li
            key={name}
            className={`relative pl-5 before:absolute before:top-1.5 before:-left-[7px] before:size-3 before:rounded-full ${isDeadline ? 'before:bg-danger' : 'before:bg-hue-strip'}`}
          >
            <span className="block text-sm text-muted">{name}</span>
            <span className="font-semibold">{isDeadline ? deadlineMoment(day) : formatDate(day)}</span>
          </li>
        ))}
      </ol>
    </InfoSection>
  );
};

const Candidate = ({ item }: { item: OpportunityDetail }) => {
  const { min_gpa, required_major, graduation_year_min, graduation_year_max, age_min, age_max } = item;
  if ([min_gpa, required_major, graduation_year_min, graduation_year_max, age_min, age_max].every((one) => one === null || one === ''))
    return null;
  const rows = [
    ['Minimal GPA', min_gpa || 'Talab qilinmaydi'],
    ['Mutaxassislik', required_major || 'Cheklanmagan'],
    ['Bitirish yili', formatRange(graduation_year_min, graduation_year_max, 'Cheklov belgilanmagan')],
    ['Yosh', formatRange(age_min, age_max, "Yosh cheklovi yo'q")],
  ] as const;
  return (
    <InfoSection title="Nomzod profili">
      <dl className="grid gap-4 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </InfoSection>
  );
};

const levelTones = { required: 'danger', recommended: 'warning', optional: 'neutral' } as const;

const ProfileRequirements = ({ item }: { item: OpportunityDetail }) =>
  item.profile_requirements.length > 0 && (
    <InfoSection title="Profil talablari">
      <ul className="divide-y divide-line">
        {item.profile_requirements.map((one) => (
          <li key={one.id} className="py-2.5">
            <div className="flex flex-wrap items-start justify-between gap-x-3">
              <span className="min-w-0 grow basis-24">
                <span className="font-semibold">{one.section_display}</span>
                {one.minimum_items !== null && one.minimum_items > 0 && (
                  <span className="text-muted"> · kamida {one.minimum_items} ta</span>
                )}
              </span>
              <Badge tone={levelTones[one.requirement_level] ?? 'warning'} className="max-w-full shrink-0">
                {one.requirement_level_display || requirementLevels.recommended}
              </Badge>
            </div>
            {one.custom_message && <p className="mt-1 text-muted">{one.custom_message}</p>}
          </li>
        ))}
      </ul>
    </InfoSection>
  );

const Questions = ({ item }: { item: OpportunityDetail }) =>
  item.additional_questions.length > 0 && (
    <InfoSection title="Qo‘shimcha savollar">
      <ol className="divide-y divide-line">
        {item.additional_questions.map((one) => (
          <li key={one.id} className="py-3">
            <div className="mb-1 flex flex-wrap gap-2">
              <Badge>{one.question_type_display}</Badge>
              <Level mandatory={one.is_required} />
            </div>
            <p className="font-semibold">{one.question}</p>
            {one.help_text && <p className="text-sm text-muted">{one.help_text}</p>}
            {one.options.length > 0 && (
              <p className="mt-1 text-sm text-muted">
                {one.options.slice(0, optionsShown).join(', ')}
                {one.options.length > optionsShown && ` va yana ${one.options.length - optionsShown} ta`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </InfoSection>
  );
