import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react';

/** The keys with their Uzbek help texts. */
export const shortcutHelp: readonly (readonly [keys: string, action: string])[] = [
  ['J yoki →', 'Keyingi ariza'],
  ['K yoki ←', 'Oldingi ariza'],
  ['U', 'Keyingisi: hali qaror qilinmagan ariza'],
  ['B', 'Ball qo‘yish; Enter — keyingi mezon, Esc — maydondan chiqish'],
  ['N', 'Izoh yozish'],
  ['A', 'Qabul qilish'],
  ['R', 'Rad etish'],
  ['?', 'Shu yordam'],
];
/** What a shortcut does. */
export type ShortcutAction = 'next' | 'previous' | 'undecided' | 'score' | 'note' | 'accept' | 'reject' | 'help';
const actions: Record<string, ShortcutAction> = {
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
/** The Latin key, also when the keyboard layout is Cyrillic. */
const latinKey = ({ key, code }: KeyboardEvent): string =>
  (/^\p{Script=Cyrillic}$/u.test(key) ? code.replace('Key', '') : key).toLowerCase();

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Runs `act` on shortcuts, except while a field has the focus or a second dialog is open. */
export const useKeyboardShortcuts = (act: (action: ShortcutAction) => void) => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (isField(event.target) || document.querySelectorAll('dialog[open]').length !== 1) return;
      const action = actions[latinKey(event)];
      if (!action) return;
      event.preventDefault();
      latest.current(action);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};

/** Escape in a field leaves the field instead of closing the dialog. */
export const leaveField = (event: ReactKeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.closest<HTMLElement>('[data-applicant]')?.focus({ preventScroll: true });
};
