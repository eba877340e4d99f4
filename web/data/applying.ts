/** The way back to an application one has left for the profile, as this tab remembers it. */
const underWay = 'applying';
/** Left for the profile in the middle of this application. */
export const rememberApplying = (opportunity: number) => {
  try {
    sessionStorage.setItem(underWay, String(opportunity));
  } catch {
    // The phone's Back still leads there.
  }
};
export const forgetApplying = () => {
  try {
    sessionStorage.removeItem(underWay);
  } catch {
    // Nothing was kept.
  }
};
/** The opportunity whose application waits for the profile, null when none does. */
export const applyingTo = (): number | null => {
  try {
    return Number(sessionStorage.getItem(underWay)) || null;
  } catch {
    return null;
  }
};
