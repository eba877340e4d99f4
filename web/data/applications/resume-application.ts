import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

const storageKey = 'applying';
/** Remembers in this tab that the student left this application's form for the profile. */
export const rememberApplication = (opportunity: number) => store(storageKey, String(opportunity), 'sessionStorage');
/** Ends the way back; the browser's Back button still leads to the form. */
export const forgetApplication = () => removeStored(storageKey, 'sessionStorage');
/** Id of the opportunity whose form was left for the profile, null when there is none. */
export const rememberedApplication = (): number | null => Number(readStored(storageKey, 'sessionStorage')) || null;
