/**
 * Access to localStorage and sessionStorage that never throws: storage can be forbidden or full.
 */
type StorageName = 'localStorage' | 'sessionStorage';

/** The stored text, null when there is none. */
export const readStored = (key: string, storage: StorageName = 'localStorage'): string | null => {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
};
/** Stores a text. @returns false when the browser refused */
export const store = (key: string, text: string, storage: StorageName = 'localStorage'): boolean => {
  try {
    window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
/** Removes a stored text. */
export const removeStored = (key: string, storage: StorageName = 'localStorage') => {
  try {
    window[storage].removeItem(key);
  } catch {
    // A browser that forbids storage has stored nothing.
  }
};

/** Keys of what a user has typed and not sent. */
const typedTextKeys = /^(draft|apply-key):/;
/** Removes everything typed and not sent; for sign-out, since the next user may have the same phone. */
export const removeTypedText = () => {
  try {
    for (const key of Object.keys(localStorage)) if (typedTextKeys.test(key)) localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has stored nothing.
  }
};
