import { CircleCheck, CircleMinus, CircleQuestionMark, CircleX, Hourglass, type LucideIcon, MessagesSquare, Search } from 'lucide-react';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import type { Badge } from '../../ui/Card.tsx';

export interface StatusPresentation {
  icon: LucideIcon;
  tone: Parameters<typeof Badge>[0]['tone'];
  label: string;
  explanation: string;
}

/** Icon, colour and explanation of each status, for the student. */
const presentations: Record<ApplicationStatus, Omit<StatusPresentation, 'label'>> = {
  pending: { icon: Hourglass, tone: 'warning', explanation: 'Arizangiz yetib bordi va ko‘rib chiqilishini kutmoqda.' },
  under_review: { icon: Search, tone: 'brand', explanation: 'Tashkilot arizangizni ko‘rib chiqmoqda.' },
  interview_scheduled: {
    icon: MessagesSquare,
    tone: 'brand',
    explanation: 'Siz bilan suhbat belgilangan. Tashkilot elektron pochta yoki telefon orqali bog‘lanadi.',
  },
  accepted: { icon: CircleCheck, tone: 'success', explanation: 'Tabriklaymiz! Arizangiz qabul qilindi.' },
  rejected: {
    icon: CircleX,
    tone: 'danger',
    explanation: 'Afsuski, bu safar arizangiz qabul qilinmadi. Boshqa imkoniyatlar sizni kutmoqda.',
  },
  withdrawn: { icon: CircleMinus, tone: 'neutral', explanation: 'Siz bu arizani bekor qilgansiz.' },
};

/** Texts and next step of a status for the student. */
export const statusPresentation = (status: ApplicationStatus): StatusPresentation => ({
  ...(presentations[status] ?? { icon: CircleQuestionMark, tone: 'neutral', explanation: 'Ariza holati haqida ma’lumot yo‘q.' }),
  label: applicationStatuses[status] ?? 'Holat aniqlanmagan',
});
