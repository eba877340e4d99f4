import type { ReactNode } from 'react';
import type { Applicant, ApplicationDetail } from '#contract/application.ts';
import { achievementTypes, languageLevels, skillCategories, skillLevels, socialPlatforms } from '#contract/student-rules.ts';
import { formatDate, formatShortDate, noData } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';

export const ProfilePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="text-lg font-semibold">{title}</h3>
    <div className="mt-2 space-y-3">{children}</div>
  </section>
);

/** A list of a profile; an empty one says so. */
const Entries = <Item extends { id: number }>({
  title,
  items,
  children,
}: {
  title: string;
  items: readonly Item[];
  children(item: Item): ReactNode;
}) => (
  <ProfilePart title={title}>
    {items.length === 0 ? (
      <p className="text-muted">{noData}</p>
    ) : (
      <ul className="space-y-3">
        {items.map((item) => (
          <li key={item.id} className="rounded-xl border border-line p-4">
            {children(item)}
          </li>
        ))}
      </ul>
    )}
  </ProfilePart>
);

/** A link out of this site; what is no web address stays text. */
export const OutboundLink = ({ url, children }: { url: string | null; children?: ReactNode }) => {
  if (!url) return noData;
  const address = url.startsWith('/files/') ? url : safeUrl(url);
  if (!address) return url;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block min-h-11 py-2 text-brand underline underline-offset-4"
    >
      {children ?? url}
    </a>
  );
};

const period = (from: string | null, to: string | null, now: boolean): string =>
  `${formatShortDate(from)} – ${now ? 'Hozirgacha' : formatShortDate(to)}`;

export const ProfileFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="whitespace-pre-line">{children || noData}</dd>
  </div>
);

interface Shown {
  student: Applicant;
  /** The student looks at what they sent themselves. */
  own?: boolean;
  /** Who it is and how to reach them is hidden. */
  blind?: boolean;
}

const Basics = ({ student, own, blind }: Shown) => (
  <ProfilePart title="Asosiy ma’lumotlar">
    <dl className="grid gap-3 sm:grid-cols-2">
      {!blind && (
        <>
          <ProfileFact name="Elektron pochta">{student.email}</ProfileFact>
          <ProfileFact name="Telefon">{student.phone ?? (student.phone_visible || own ? null : 'Talaba telefonini yashirgan')}</ProfileFact>
        </>
      )}
      <ProfileFact name="Manzil">{student.location}</ProfileFact>
      {!blind && <ProfileFact name="Tug‘ilgan sana">{student.date_of_birth && formatDate(student.date_of_birth)}</ProfileFact>}
      <ProfileFact name="Universitet">{student.university}</ProfileFact>
      <ProfileFact name="Mutaxassislik">{student.major}</ProfileFact>
    </dl>
    <dl>
      <ProfileFact name="Haqida">{student.bio}</ProfileFact>
    </dl>
  </ProfilePart>
);

const Documents = ({ student }: { student: Applicant }) => (
  <ProfilePart title="Qo‘shimcha hujjatlar">
    <dl className="grid gap-3 sm:grid-cols-2">
      <ProfileFact name="Rezyume">{student.resume && <OutboundLink url={student.resume}>Rezyumeni yuklab olish</OutboundLink>}</ProfileFact>
      <ProfileFact name="Portfolio">{student.portfolio_url && <OutboundLink url={student.portfolio_url} />}</ProfileFact>
    </dl>
  </ProfilePart>
);

type Lists = Pick<Applicant, 'education' | 'experiences' | 'skills' | 'projects' | 'achievements' | 'languages' | 'social_links'>;
/** The lists of a profile; links would say whose it is. */
export const ProfileLists = ({ student, blind }: { student: Lists; blind?: boolean | undefined }) => (
  <>
    <Entries title="Ta’lim" items={student.education}>
      {(one) => (
        <>
          <p className="font-medium">{one.institution}</p>
          <p>
            {one.degree_display} · {one.field_of_study}
          </p>
          <p className="text-sm text-muted">{period(one.start_date, one.end_date, one.is_current)}</p>
          {one.description && <p className="mt-1 whitespace-pre-line">{one.description}</p>}
        </>
      )}
    </Entries>
    <Entries title="Ish tajribasi" items={student.experiences}>
      {(one) => (
        <>
          <p className="font-medium">
            {one.title} · {one.company}
          </p>
          <p className="text-sm text-muted">
            {[period(one.start_date, one.end_date, one.is_current), one.location].filter(Boolean).join(' · ')}
          </p>
          <p className="mt-1 whitespace-pre-line">{one.description}</p>
        </>
      )}
    </Entries>
    <Entries title="Ko‘nikmalar" items={student.skills}>
      {(one) => (
        <p>
          <span className="font-medium">{one.skill.name}</span>{' '}
          <span className="text-muted">
            {skillCategories[one.skill.category]} · {skillLevels[one.proficiency_level as keyof typeof skillLevels]}
          </span>
        </p>
      )}
    </Entries>
    <Entries title="Loyihalar" items={student.projects}>
      {(one) => (
        <>
          <p className="font-medium">{one.title}</p>
          <p className="text-sm text-muted">{period(one.start_date, one.end_date, one.is_ongoing)}</p>
          <p className="mt-1 whitespace-pre-line">{one.description}</p>
          {one.technologies.length > 0 && <p className="mt-1 text-sm text-muted">{one.technologies.map(({ name }) => name).join(', ')}</p>}
          {one.project_url && <OutboundLink url={one.project_url} />} {one.github_url && <OutboundLink url={one.github_url} />}
        </>
      )}
    </Entries>
    <Entries title="Yutuqlar" items={student.achievements}>
      {(one) => (
        <>
          <p className="font-medium">{one.title}</p>
          <p className="text-sm text-muted">
            {[achievementTypes[one.achievement_type], one.issuing_organization, formatShortDate(one.date_achieved)]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {one.description && <p className="mt-1 whitespace-pre-line">{one.description}</p>}
          {one.certificate_url && <OutboundLink url={one.certificate_url} />}
        </>
      )}
    </Entries>
    <Entries title="Tillar" items={student.languages}>
      {(one) => (
        <p>
          <span className="font-medium">{one.language}</span> <span className="text-muted">{languageLevels[one.proficiency]}</span>
        </p>
      )}
    </Entries>
    {!blind && (
      <Entries title="Ijtimoiy havolalar" items={student.social_links}>
        {(one) => (
          <p>
            {socialPlatforms[one.platform]}: <OutboundLink url={one.url} />
          </p>
        )}
      </Entries>
    )}
  </>
);

/** The profile as it was sent with an application. */
export const ApplicantProfile = ({ student, own, blind }: Shown) => (
  <>
    <Basics student={student} own={own} blind={blind} />
    <ProfileLists student={student} blind={blind} />
    {!blind && <Documents student={student} />}
  </>
);

type Answer = ApplicationDetail['answers'][number];
const asText = ({ question_type, answer_text }: Answer): string =>
  question_type === 'date' ? formatDate(answer_text, { fallback: answer_text }) : answer_text;

export const AnswerList = ({ answers }: { answers: ApplicationDetail['answers'] }) => (
  <ProfilePart title="Qo‘shimcha savollarga javoblar">
    {answers.length === 0 ? (
      <p className="text-muted">{noData}</p>
    ) : (
      <dl className="space-y-4">
        {answers.map((one) => (
          <div key={one.question}>
            <dt className="font-medium">{one.question_text}</dt>
            <dd className="whitespace-pre-line">
              {one.question_type === 'url' || one.question_type === 'file'
                ? // The file itself is behind the link below.
                  !one.answer_text.startsWith('/files/') && <OutboundLink url={one.answer_text} />
                : asText(one)}
              {one.answer_file && (
                <div>
                  <OutboundLink url={one.answer_file}>Faylni ochish</OutboundLink>
                </div>
              )}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </ProfilePart>
);

/** What was added to the application besides the profile; nothing stands here when there is none. */
export const AttachedDocuments = ({ documents }: { documents: ApplicationDetail['documents'] }) =>
  documents.length === 0 ? null : (
    <ProfilePart title="Arizaga ilova qilingan hujjatlar">
      <ul>
        {documents.map(({ id, name, url }) => (
          <li key={id}>
            <OutboundLink url={url}>{name}</OutboundLink>
          </li>
        ))}
      </ul>
    </ProfilePart>
  );
