import { newKey } from '../lib/intention.ts';

/**
 * One intention to apply, as this browser remembers it: the key under which it is sent (the same after a lost answer,
 * so that there is one application), and the way back to it from the profile.
 */
const keyOf = (opportunity: number) => `apply-key:${opportunity}`;

/** The key of this intention: kept while what is sent stays the same, new when it changes. */
export const intentionKey = (opportunity: number, body: unknown): string => {
  const sent = JSON.stringify(body);
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(opportunity)) ?? 'null') as { key: string; sent: string } | null;
    if (kept?.sent === sent) return kept.key;
  } catch {
    // Unreadable: a new intention.
  }
  const key = newKey();
  try {
    localStorage.setItem(keyOf(opportunity), JSON.stringify({ key, sent }));
  } catch {
    // Not kept: the database still holds one application per student.
  }
  return key;
};
export const dropIntention = (opportunity: number) => {
  try {
    localStorage.removeItem(keyOf(opportunity));
  } catch {
    // Nothing was kept.
  }
};

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
