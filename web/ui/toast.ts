/** Toasts: 4000 ms, 3 visible, 14 px gap, 356 px wide. The library is loaded with the first one. */
const library = () => import('./Toaster.tsx');

/** A button in a toast. */
export interface ToastAction {
  label: string;
  act(): void;
}
/** Shows a success toast. */
export const toastSuccess = (title: string, description?: string, action?: ToastAction) => {
  library().then(({ show }) => show('success', title, description, action));
};
/** Shows a destructive toast. */
export const toastError = (description: string, title = 'Xatolik') => {
  library().then(({ show }) => show('error', title, description));
};
