import { type ApplicationStatus, applicationStatuses, organizationTransitions } from '#contract/application-rules.ts';
import { undoMinutes } from '#contract/review-rules.ts';
import type { ToastAction } from '../../../ui/toast.ts';

interface DecisionTexts {
  title: string;
  titleOfMany: string;
  action: string;
  done: string;
  /** Follows a number. */
  doneMany: string;
}
const texts: Partial<Record<ApplicationStatus, DecisionTexts>> = {
  accepted: {
    title: 'Arizani qabul qilish',
    titleOfMany: 'Arizalarni qabul qilish',
    action: 'Qabul qilish',
    done: 'Ariza qabul qilindi.',
    doneMany: 'ta ariza qabul qilindi.',
  },
  rejected: {
    title: 'Arizani rad etish',
    titleOfMany: 'Arizalarni rad etish',
    action: 'Rad etish',
    done: 'Ariza rad etildi.',
    doneMany: 'ta ariza rad etildi.',
  },
  under_review: {
    title: 'Ko‘rib chiqishga olish',
    titleOfMany: 'Arizalarni ko‘rib chiqishga olish',
    action: 'Ko‘rib chiqishga olish',
    done: 'Ariza ko‘rib chiqishga olindi.',
    doneMany: 'ta ariza ko‘rib chiqishga olindi.',
  },
  interview_scheduled: {
    title: 'Suhbatga chaqirish',
    titleOfMany: 'Suhbatga chaqirish',
    action: 'Suhbatga chaqirish',
    done: 'Nomzod suhbatga chaqirildi.',
    doneMany: 'ta nomzod suhbatga chaqirildi.',
  },
};
/** Uzbek texts of a decision: titles, button and toasts. */
export const decisionTexts = (to: ApplicationStatus): DecisionTexts =>
  texts[to] ?? {
    title: 'Ariza holatini o‘zgartirish',
    titleOfMany: 'Arizalar holatini o‘zgartirish',
    action: 'O‘zgartirish',
    done: 'Ariza holati yangilandi.',
    doneMany: 'ta ariza holati yangilandi.',
  };

/** What applicants will see of the decision, and when. */
export const decisionConsequence = (to: ApplicationStatus): string =>
  to === 'under_review'
    ? `Yangi holat arizachining sahifasida ko‘rinadi, bu haqda alohida xabar yuborilmaydi. Qarorni ${undoMinutes} daqiqa ichida bekor qilsangiz bo‘ladi.`
    : `Yangi holat arizachining sahifasida ko‘rinadi, xabar esa ${undoMinutes} daqiqadan keyin yuboriladi. Shu vaqt ichida qarorni bekor qilsangiz, xabar bormaydi.`;

/** Why an application is skipped, in Uzbek. @param status the status last shown in the list, when known */
export const skipReason = (code: string, to: ApplicationStatus, status: ApplicationStatus | undefined): string => {
  if (code === 'not_found') return 'ariza topilmadi';
  if (code === 'conflict') return 'holati shu orada yana o‘zgargan';
  if (status === to) return `allaqachon “${applicationStatuses[to]}” holatida`;
  if (status === 'withdrawn') return 'talaba arizani bekor qilgan';
  if (status === 'pending' && to === 'interview_scheduled') return 'avval ko‘rib chiqishga olinishi kerak';
  if (status && !organizationTransitions(status).includes(to)) return `“${applicationStatuses[status]}” holatidan bunga o‘tkazib bo‘lmaydi`;
  return 'hozir bu holatga o‘tkazib bo‘lmaydi';
};

/** The undo button of a toast; undefined when there is nothing to undo. */
export const undoAction = (decision: { id: number } | null, undo: (id: number) => void): ToastAction | undefined =>
  decision ? { label: 'Bekor qilish', act: () => undo(decision.id) } : undefined;
export const decisionFailed = 'Amalni bajarishda xatolik yuz berdi.';
