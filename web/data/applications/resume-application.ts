import { readStored, removeStored, store } from '../../lib/browserStorage.ts';

/** The way back to an application one has left for the profile, as this tab remembers it. */
const underWay = 'applying';
/** Left for the profile in the middle of this application; forgotten, the phone's Back still leads there. */
export const rememberApplication = (opportunity: number) => store(underWay, String(opportunity), 'sessionStorage');
export const forgetApplication = () => removeStored(underWay, 'sessionStorage');
/** The opportunity whose application waits for the profile, null when none does. */
export const rememberedApplication = (): number | null => Number(readStored(underWay, 'sessionStorage')) || null;
