import type { Plugin } from 'vite';

const library = 'const SWIPE_THRESHOLD = 45;';

/** A toast goes with a swipe of 20 px (specification 9); of its numbers this is the one the library has no option for. */
export const toastNumbers = (): Plugin => ({
  name: 'toast-numbers',
  transform: {
    filter: { id: /\/sonner\/dist\/index\.mjs$/ },
    handler(code) {
      if (!code.includes(library)) throw new Error('sonner says its swipe threshold in other words: see scripts/toast-numbers.ts');
      return { code: code.replace(library, 'const SWIPE_THRESHOLD = 20;'), map: null };
    },
  },
});
