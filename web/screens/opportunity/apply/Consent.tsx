import type { StudentProfile } from '#contract/student.ts';
import { Link } from '../../../lib/router.tsx';

/** What is shared with whom and why. Sending the application records the consent. */
export const Consent = ({ organization, profile }: { organization: string; profile: StudentProfile | undefined }) => (
  <p id="apply-consent" tabIndex={-1} className="text-sm text-muted">
    “Ariza yuborish” tugmasini bossangiz, profilingizning hozirgi nusxasi, elektron pochtangiz va javoblaringiz arizangizni ko‘rib chiqish
    uchun “{organization}” tashkilotiga ko‘rinadi.{' '}
    {profile?.phone_visible === false
      ? 'Telefon raqamingiz unga faqat arizangiz qabul qilingandan keyin ko‘rinadi.'
      : 'Telefon raqamingiz ham unga ko‘rinadi.'}{' '}
    Ommaviy bo‘lmagan havolalaringiz ham shu tashkilotga ochiladi. Batafsil:{' '}
    <Link to="/terms" className="text-brand underline underline-offset-2">
      Foydalanish shartlari
    </Link>
    .
  </p>
);
