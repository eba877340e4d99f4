import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { passwordShorterThan, passwordTooCommon } from '#contract/account-rules.ts';
import { concurrencyLimit } from '../http/concurrencyLimit.ts';
import { commonPasswords } from './commonPasswords.ts';

const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19456, timeCost: 2, parallelism: 1 };
/** Each hash takes 19 MB and one core; 200 waiting calls are about two seconds of work. */
const limited = concurrencyLimit({ maxRunning: 2, maxWaiting: 200, retryAfter: 2 });

// As bytes, because the library would cut a string at NUL or a lone surrogate.
const toBytes = (password: string) => Buffer.from(password, 'utf8');

/** Hashes a password with argon2id. @throws Refusal unavailable when too many calls are waiting */
export const hashPassword = (password: string): Promise<string> => limited(() => hash(toBytes(password), options));

/** A hash that matches no password: verification takes equally long for unknown accounts. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$uTA/TRTcJvtEx+CLazP5sw$EQccP6T7Yi7h2cG7PpQE6Y3AzVST3AsjbF52iA5GdRM';

/** Whether the password matches. @param stored null when the account does not exist. @throws Refusal unavailable when too many calls are waiting */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  limited(async () => {
    const usable = stored?.startsWith('$argon2') ? stored : null;
    const same = await verify(usable ?? dummyHash, toBytes(password));
    return same && usable !== null;
  });

/** Strips digits and signs at both ends: "password123!" → "password". */
const stripAffixes = (text: string) => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
/** "abcdef", "654321", "aaaa": code points with a constant step of at most one. */
const isSequence = (text: string) => {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1);
};
const isRepeated = (text: string) => /^(.{1,4})\1+.?$/su.test(text);

/**
 * The message for a weak password in Uzbek, null for an acceptable one.
 * @param own the user's e-mail and names, which the password must not equal
 */
export const passwordWeakness = (password: string, own: readonly (string | null | undefined)[], minLength: number): string | null => {
  if (password.length < minLength) return passwordShorterThan(minLength);
  const normalized = password.normalize('NFKC').toLowerCase();
  const core = stripAffixes(normalized);
  if (commonPasswords.has(normalized) || commonPasswords.has(core) || isSequence(normalized) || isRepeated(normalized))
    return passwordTooCommon;
  const known = own
    .flatMap((value) => (value ? [value, ...value.split('@').slice(0, 1), ...value.split(/\s+/)] : []))
    .map((value) => value.normalize('NFKC').toLowerCase())
    .filter((value) => value.length >= 3);
  return known.some((value) => normalized === value || core === value || core === stripAffixes(value)) ? passwordTooCommon : null;
};
