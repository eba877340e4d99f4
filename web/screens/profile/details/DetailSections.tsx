import type { ReactNode } from 'react';
import type { StudentProfile } from '#contract/student.ts';
import { aboutMax } from '#contract/student-rules.ts';
import { formatDate } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import { Card } from '../../../ui/Card.tsx';
import { CheckField, TextArea, TextField } from '../../../ui/Field.tsx';
import { SectionTitle } from '../SectionTitle.tsx';
import type { DetailsForm } from './details.ts';
import { Resume } from './Resume.tsx';
import { UniversityField } from './UniversityField.tsx';

interface SectionProps {
  profile: StudentProfile;
  /** Null outside edit mode. */
  form: DetailsForm | null;
}

const noValue = 'Kiritilmagan';
const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={children ? '' : 'text-muted'}>{children || noValue}</dd>
  </div>
);
const FactList = ({ children }: { children: ReactNode }) => <dl className="mt-3 grid gap-4 sm:grid-cols-2">{children}</dl>;

/** Enter in a field saves. The visible button is in the bar of the page. */
const Fields = ({ form, children }: { form: DetailsForm; children: ReactNode }) => (
  <form noValidate onSubmit={form.onSubmit} className="mt-3 grid gap-4 sm:grid-cols-2">
    {children}
    <button type="submit" className="hidden" tabIndex={-1}>
      Saqlash
    </button>
  </form>
);

export const PersonalSection = ({ profile, form }: SectionProps) => (
  <Card aria-labelledby="section-overview">
    <SectionTitle section="overview">Shaxsiy ma’lumotlar</SectionTitle>
    {form ? (
      <Fields form={form}>
        <TextField form={form} name="first_name" label="Ism" autoComplete="given-name" maxLength={150} enterKeyHint="done" />
        <TextField form={form} name="last_name" label="Familiya" optional autoComplete="family-name" maxLength={150} enterKeyHint="done" />
        <TextField
          form={form}
          name="phone"
          label="Telefon"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+998 90 123 45 67"
          maxLength={40}
          enterKeyHint="done"
        />
        <TextField form={form} name="date_of_birth" label="Tug‘ilgan sana" optional type="date" autoComplete="bday" />
        <TextField
          form={form}
          name="location"
          label="Manzil"
          optional
          placeholder="Masalan, Toshkent"
          autoComplete="address-level2"
          maxLength={200}
          enterKeyHint="done"
        />
        <CheckField
          form={form}
          name="phone_visible"
          label="Telefon raqamim ko‘rinsin"
          hint="Faqat siz ariza topshirgan tashkilotlarga ko‘rinadi. Belgilanmasa, arizangizni qabul qilgan tashkilotgina ko‘radi."
        />
      </Fields>
    ) : (
      <FactList>
        <Fact label="Ism">{`${profile.first_name} ${profile.last_name}`.trim()}</Fact>
        <Fact label="Elektron pochta">{profile.email}</Fact>
        <Fact label="Telefon">
          {profile.phone && (
            <>
              {profile.phone}
              {!profile.phone_visible && <span className="block text-sm text-muted">Qabul qilingunga qadar yashirin</span>}
            </>
          )}
        </Fact>
        <Fact label="Tug‘ilgan sana">{profile.date_of_birth && formatDate(profile.date_of_birth)}</Fact>
        <Fact label="Manzil">{profile.location}</Fact>
      </FactList>
    )}
  </Card>
);

export const StudySection = ({ profile, form }: SectionProps) => (
  <Card aria-labelledby="section-study">
    <SectionTitle section="study">Ta'lim</SectionTitle>
    {form ? (
      <Fields form={form}>
        <UniversityField form={form} name="university" label="Universitet" optional />
        <TextField form={form} name="major" label="Mutaxassislik" optional maxLength={200} enterKeyHint="done" />
        <TextField
          form={form}
          name="graduation_year"
          label="Bitirish yili"
          optional
          inputMode="numeric"
          maxLength={4}
          placeholder="Masalan, 2028"
          enterKeyHint="done"
        />
      </Fields>
    ) : (
      <FactList>
        <Fact label="Universitet">{profile.university}</Fact>
        <Fact label="Mutaxassislik">{profile.major}</Fact>
        <Fact label="Bitirish yili">{profile.graduation_year}</Fact>
      </FactList>
    )}
  </Card>
);

export const AboutSection = ({ profile, form }: SectionProps) => (
  <Card aria-labelledby="section-about">
    <SectionTitle section="about">Haqimda</SectionTitle>
    {form ? (
      <form noValidate onSubmit={form.onSubmit} className="mt-3">
        <TextArea
          form={form}
          name="about_me"
          label="O‘zingiz haqingizda"
          optional
          hint="Qiziqishlaringiz, maqsadlaringiz va kuchli tomonlaringizni qisqacha yozing."
          maxLength={aboutMax}
          counter={aboutMax}
        />
      </form>
    ) : (
      <p className={`mt-3 whitespace-pre-line ${profile.about_me ? '' : 'text-muted'}`}>{profile.about_me || noValue}</p>
    )}
  </Card>
);

const SafeLink = ({ url, children }: { url: string | null; children: string }) => {
  const href = safeUrl(url);
  return href ? (
    <a href={href} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center text-brand underline underline-offset-2">
      {children}
    </a>
  ) : null;
};

export const DocumentsSection = ({ profile, form }: SectionProps) => (
  <Card aria-labelledby="section-portfolio">
    <SectionTitle section="portfolio">Hujjatlar</SectionTitle>
    {form ? (
      <Fields form={form}>
        <TextField
          form={form}
          name="portfolio_url"
          label="Portfolio havolasi"
          optional
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
          enterKeyHint="done"
        />
      </Fields>
    ) : (
      <FactList>
        <Fact label="Portfolio">{profile.portfolio_url && <SafeLink url={profile.portfolio_url}>Portfolioni ochish</SafeLink>}</Fact>
      </FactList>
    )}
    <div className="mt-4">
      <Resume profile={profile} />
    </div>
  </Card>
);
