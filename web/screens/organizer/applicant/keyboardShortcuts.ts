import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';

/** What the keys do, as the help says it. */
export const shortcutHelp: readonly (readonly [keys: string, deed: string])[] = [
  ['J yoki →', 'Keyingi ariza'],
  ['K yoki ←', 'Oldingi ariza'],
  ['U', 'Keyingisi: hali qaror qilinmagan ariza'],
  ['B', 'Ball qo‘yish; Enter — keyingi mezon, Esc — maydondan chiqish'],
  ['N', 'Izoh yozish'],
  ['A', 'Qabul qilish'],
  ['R', 'Rad etish'],
  ['?', 'Shu yordam'],
];
export type ShortcutAction = 'next' | 'previous' | 'undecided' | 'score' | 'note' | 'accept' | 'reject' | 'help';
const deeds: Record<string, ShortcutAction> = {
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  u: 'undecided',
  b: 'score',
  n: 'note',
  a: 'accept',
  r: 'reject',
  '?': 'help',
};
/** The same key on a Cyrillic keyboard says another letter. */
const keyOf = ({ key, code }: KeyboardEvent): string => (/^\p{Script=Cyrillic}$/u.test(key) ? code.replace('Key', '') : key).toLowerCase();

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys of the reviewer: never while something is typed, and never while another dialog lies over this one. */
export const useKeyboardShortcuts = (act: (deed: ShortcutAction) => void) => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (isField(event.target) || document.querySelectorAll('dialog[open]').length !== 1) return;
      const deed = deeds[keyOf(event)];
      if (!deed) return;
      event.preventDefault();
      latest.current(deed);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
};

/** Esc in a field leaves the field, not the whole dialog. */
export const leaveField = (event: ReactKeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.closest<HTMLElement>('[data-applicant]')?.focus({ preventScroll: true });
};
