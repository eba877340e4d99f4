/** Toasts: 4000 ms, 3 visible, 14 px gap, 356 px wide; the library arrives with the first one. */
const library = () => import('./Toaster.tsx');

/** One thing to do about what is said. */
export interface ToastAction {
  label: string;
  act(): void;
}
export const toastSuccess = (title: string, description?: string, action?: ToastAction) => {
  library().then(({ show }) => show('success', title, description, action));
};
/** A destructive toast. */
export const toastError = (description: string, title = 'Xatolik') => {
  library().then(({ show }) => show('error', title, description));
};
