import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

const storageKey = 'applying';
/** Stores in this tab that the student left this application's form for the profile. */
export const storeApplicationInProgress = (opportunity: number) => store(storageKey, String(opportunity), 'sessionStorage');
/** Removes the link back to the form; the browser's Back button still leads to the form. */
export const clearApplicationInProgress = () => removeStored(storageKey, 'sessionStorage');
/** Id of the opportunity whose form was left for the profile, null when there is none. */
export const readApplicationInProgress = (): number | null => Number(readStored(storageKey, 'sessionStorage')) || null;
