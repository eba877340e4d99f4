import { forget, keep, kept } from '../../lib/browserStorage.ts';

/** The way back to an application one has left for the profile, as this tab remembers it. */
const underWay = 'applying';
/** Left for the profile in the middle of this application; forgotten, the phone's Back still leads there. */
export const rememberApplying = (opportunity: number) => keep(underWay, String(opportunity), 'sessionStorage');
export const forgetApplying = () => forget(underWay, 'sessionStorage');
/** The opportunity whose application waits for the profile, null when none does. */
export const applyingTo = (): number | null => Number(kept(underWay, 'sessionStorage')) || null;
