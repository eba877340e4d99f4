import type { ReactNode } from 'react';
import type { ApplicantSnapshot, ApplicationDetail } from '#contract/application.ts';
import { isFileUrl } from '#contract/fileUrl.ts';
import {
  type DateStyle,
  describeAchievement,
  describeEducation,
  describeExperience,
  describeLanguage,
  describeProject,
  describeSkill,
  describeSocialLink,
  type EntryDescription,
} from '#contract/profile-entries.ts';
import { formatDate, formatShortDate, noData } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { Badge } from '../../ui/Card.tsx';

export const ProfilePart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="text-lg font-semibold">{title}</h3>
    <div className="mt-2 space-y-3">{children}</div>
  </section>
);

/** A link to another site or to an uploaded file. Any other address is shown as text. */
export const OutboundLink = ({ url, children }: { url: string | null; children?: ReactNode }) => {
  if (!url) return noData;
  const address = isFileUrl(url) ? url : safeUrl(url);
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

export const ProfileFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="whitespace-pre-line">{children || noData}</dd>
  </div>
);

interface ApplicantProps {
  student: ApplicantSnapshot;
  /** The viewer is the student. */
  own?: boolean;
  /** Anonymous review: names, contacts and links are hidden. */
  blind?: boolean;
}

const Basics = ({ student, own, blind }: ApplicantProps) => (
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

const DocumentLinks = ({ student }: { student: ApplicantSnapshot }) => (
  <ProfilePart title="Qo‘shimcha hujjatlar">
    <dl className="grid gap-3 sm:grid-cols-2">
      <ProfileFact name="Rezyume">{student.resume && <OutboundLink url={student.resume}>Rezyumeni yuklab olish</OutboundLink>}</ProfileFact>
      <ProfileFact name="Portfolio">{student.portfolio_url && <OutboundLink url={student.portfolio_url} />}</ProfileFact>
    </dl>
  </ProfilePart>
);

const dates: DateStyle = { format: formatShortDate, ongoing: 'Hozirgacha' };

const ProfileEntry = ({ entry, blind }: { entry: EntryDescription; blind: boolean }) => {
  const badges = [entry.type, ...entry.badges].filter(Boolean);
  return (
    <li className="rounded-xl border border-line p-4">
      <p className="font-medium">{entry.title}</p>
      {entry.lines.map((line) => (
        <p key={line} className="mt-0.5 text-sm text-muted">
          {line}
        </p>
      ))}
      {badges.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-2">
          {badges.map((badge) => (
            <Badge key={badge}>{badge}</Badge>
          ))}
        </p>
      )}
      {entry.text && <p className="mt-1 whitespace-pre-line">{entry.text}</p>}
      {!blind &&
        entry.links.map(({ label, url }) => (
          <div key={label}>
            <OutboundLink url={url} />
          </div>
        ))}
    </li>
  );
};

/** One list of a profile; an empty list shows "Ma'lumot yo'q". */
const ProfileEntries = <Item extends { id: number }>({
  title,
  items,
  describe,
  blind = false,
}: {
  title: string;
  items: readonly Item[];
  describe(item: Item): EntryDescription;
  blind?: boolean | undefined;
}) => (
  <ProfilePart title={title}>
    {items.length === 0 ? (
      <p className="text-muted">{noData}</p>
    ) : (
      <ul className="space-y-3">
        {items.map((item) => (
          <ProfileEntry key={item.id} entry={describe(item)} blind={blind} />
        ))}
      </ul>
    )}
  </ProfilePart>
);

type Lists = Pick<ApplicantSnapshot, 'education' | 'experiences' | 'skills' | 'projects' | 'achievements' | 'languages' | 'social_links'>;
/** The lists of a profile. Anonymous review hides links and certificate codes, which identify a person. */
export const ProfileLists = ({ student, blind }: { student: Lists; blind?: boolean | undefined }) => (
  <>
    <ProfileEntries title="Ta’lim" items={student.education} describe={(one) => describeEducation(one, dates)} />
    <ProfileEntries title="Ish tajribasi" items={student.experiences} describe={(one) => describeExperience(one, dates)} />
    <ProfileEntries title="Ko‘nikmalar" items={student.skills} describe={describeSkill} />
    <ProfileEntries title="Loyihalar" items={student.projects} describe={(one) => describeProject(one, dates)} blind={blind} />
    <ProfileEntries
      title="Yutuqlar"
      items={student.achievements}
      describe={(one) => describeAchievement(blind ? { ...one, certificate: null } : one, dates)}
      blind={blind}
    />
    <ProfileEntries title="Tillar" items={student.languages} describe={describeLanguage} />
    {!blind && <ProfileEntries title="Ijtimoiy havolalar" items={student.social_links} describe={describeSocialLink} />}
  </>
);

/** The profile as it was when the application was sent. */
export const ApplicantProfile = ({ student, own, blind }: ApplicantProps) => (
  <>
    <Basics student={student} own={own} blind={blind} />
    <ProfileLists student={student} blind={blind} />
    {!blind && <DocumentLinks student={student} />}
  </>
);

type Answer = ApplicationDetail['answers'][number];
const answerText = ({ question_type, answer_text }: Answer): string =>
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
                ? // A file answer is linked below.
                  !isFileUrl(one.answer_text) && <OutboundLink url={one.answer_text} />
                : answerText(one)}
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

/** Documents attached to the application; renders nothing when there are none. */
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
