import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';

let mounted: Promise<void> | null = null;
const mount = () => {
  mounted ??= new Promise((resolve) => {
    const host = document.createElement('div');
    document.body.append(host);
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
    createRoot(host).render(
      <Toaster
        theme={theme}
        position="top-center"
        duration={4000}
        visibleToasts={3}
        gap={14}
        richColors
        closeButton
        containerAriaLabel="Xabarlar"
        toastOptions={{ closeButtonAriaLabel: 'Yopish' }}
      />,
    );
    // The toaster listens from its first commit on.
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
  return mounted;
};

export const show = async (kind: 'success' | 'error', title: string, description?: string) => {
  await mount();
  toast[kind](title, description === undefined ? {} : { description });
};
