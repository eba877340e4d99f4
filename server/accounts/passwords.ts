import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { passwordShorterThan, passwordTooCommon } from '#contract/account-rules.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';
import { commonPasswords } from './commonPasswords.ts';

const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19456, timeCost: 2, parallelism: 1 };
/** Each hash holds 19 MB and a core; two hundred are about two seconds of work. */
const inTurn = concurrencyLimit({ atOnce: 2, waitingMax: 200, retryAfter: 2 });

// As bytes: a NUL or half a surrogate pair must not cut the text short.
const bytesOf = (password: string) => Buffer.from(password, 'utf8');

/** @throws Refusal unavailable when too many are waiting */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(bytesOf(password), options));

/** A hash nobody's password has: checking an unknown account costs what checking a known one does. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$uTA/TRTcJvtEx+CLazP5sw$EQccP6T7Yi7h2cG7PpQE6Y3AzVST3AsjbF52iA5GdRM';

/** @param stored null when there is no such account. @throws Refusal unavailable when too many are waiting */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  inTurn(async () => {
    const usable = stored?.startsWith('$argon2') ? stored : null;
    const same = await verify(usable ?? nobodys, bytesOf(password));
    return same && usable !== null;
  });

/** "Password123!" is "password" to whoever guesses. */
const coreOf = (text: string) => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
const isRun = (text: string) => {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1);
};
const isRepeated = (text: string) => /^(.{1,4})\1+.?$/su.test(text);

/**
 * Why a password may not be chosen, null when it may.
 * @param own what others know of the person: e-mail and names
 */
export const passwordWeakness = (password: string, own: readonly (string | null | undefined)[], minLength: number): string | null => {
  if (password.length < minLength) return passwordShorterThan(minLength);
  const folded = password.normalize('NFKC').toLowerCase();
  const core = coreOf(folded);
  if (commonPasswords.has(folded) || commonPasswords.has(core) || isRun(folded) || isRepeated(folded)) return passwordTooCommon;
  const known = own
    .flatMap((value) => (value ? [value, ...value.split('@').slice(0, 1), ...value.split(/\s+/)] : []))
    .map((value) => value.normalize('NFKC').toLowerCase())
    .filter((value) => value.length >= 3);
  return known.some((value) => folded === value || core === value || core === coreOf(value)) ? passwordTooCommon : null;
};
