/**
 * What this browser keeps between visits. Storage can be forbidden or full: then nothing is kept, and nothing fails.
 */
type Place = 'localStorage' | 'sessionStorage';

export const readStored = (key: string, place: Place = 'localStorage'): string | null => {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
};
/** @returns whether it is kept */
export const store = (key: string, text: string, place: Place = 'localStorage'): boolean => {
  try {
    window[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
export const removeStored = (key: string, place: Place = 'localStorage') => {
  try {
    window[place].removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
};

/** Whatever a person typed and did not send is kept under one of these. */
const typed = /^(draft|apply-key):/;
/** The phone may go on to somebody else. */
export const removeTypedText = () => {
  try {
    for (const key of Object.keys(localStorage)) if (typed.test(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
};
