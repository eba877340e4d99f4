import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  type MemberSignUp,
  newPassword,
  type OrganizationSignUp,
  type StudentSignUp,
  type TokenPair,
  type User,
  type UserDetails,
} from '#contract/account.ts';
import { consentVersion, emailTaken, invitedAnother, type UserType, userTypes } from '#contract/account-rules.ts';
import { email as emailField } from '#contract/fields.ts';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import type { Db } from '../db/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { enforceRateLimit, ipKey, refundAttempt, resetAttempts } from '../http/rateLimits.ts';
import { Invalid, Refusal, toFieldErrors } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { joinOrganization, lockInvitation } from './invitationTokens.ts';
import { hashPassword, passwordWeakness, verifyPassword } from './passwords.ts';
import { beginSession, endOtherSessions } from './sessions.ts';

/** Parts of the request that registration needs besides the body. */
interface SignUpRequest {
  ip: string;
  language: 'uz' | 'en';
  storeReply: StoreReply;
}

interface NewAccount {
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  user_type: UserType;
}
const insertUser = async (db: Db, account: NewAccount, at: Date): Promise<number> => {
  const row = { ...account, created_at: at, updated_at: at };
  return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

/**
 * Creates an account with the consent and either a student profile, a new organization or, with an invitation, a membership.
 * @throws Invalid when the e-mail is taken or not the invited one, or the password is weak; Refusal invitation_not_found, too_many_requests
 */
export const registerAccount = async (
  deps: Deps,
  body: StudentSignUp | OrganizationSignUp | MemberSignUp,
  { ip, language, storeReply }: SignUpRequest,
): Promise<{ id: number; email: string; user_type: UserType }> => {
  await enforceRateLimit(deps, 'register', ipKey(ip));
  const organization = 'organization_name' in body ? body : null;
  const token = 'invitation' in body ? body.invitation : null;
  const first_name = body.first_name ?? organization?.organization_name ?? '';
  const last_name = body.last_name ?? '';
  const weakness = passwordWeakness(body.password, [body.email, first_name, last_name], deps.config.passwordMinLength);
  if (weakness) throw new Invalid({ password: [weakness] });
  const password_hash = await hashPassword(body.password);
  const user_type = organization || token !== null ? 'organization' : 'student';
  const at = deps.now();
  return deps.db.transaction().execute(async (db) => {
    const invitation = token === null ? null : await lockInvitation(db, token, at);
    if (invitation && invitation.kind !== 'member') throw new Refusal('invitation_not_found');
    if (invitation && invitation.email !== body.email) throw new Invalid({ email: [invitedAnother] });
    const user_id = await insertUser(db, { email: body.email, password_hash, first_name, last_name, user_type }, at);
    if (organization) await insertOrganization(db, organization, user_id, at);
    else if (invitation) await joinOrganization(db, invitation, user_id, at);
    else await db.insertInto('students').values({ user_id, updated_at: at }).execute();
    const consent = { user_id, subject: 'sign_up' as const, version: consentVersion, language, given_at: at };
    await db.insertInto('consents').values(consent).execute();
    const account = { id: user_id, email: body.email, user_type } as const;
    await storeReply(db, account);
    return account;
  });
};

const insertOrganization = async (db: Db, body: OrganizationSignUp, user_id: number, at: Date) => {
  const organization = await db
    .insertInto('organizations')
    .values({
      name: body.organization_name,
      fold: normalizeForSearch(body.organization_name),
      organization_type: body.organization_type,
      country: body.organization_country,
      city: body.organization_city,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('members').values({ user_id, organization_id: organization.id, role: 'owner', created_at: at }).execute();
};

/**
 * Signs in. Failures are limited per account and per IP address; a success does not count as an attempt.
 * @throws Refusal bad_credentials for an unknown e-mail and a wrong password alike, too_many_requests
 */
export const logIn = async (deps: Deps, { email, password }: { email: string; password: string }, ip: string): Promise<TokenPair> => {
  const address = ipKey(ip);
  // Counted before the password is checked, so that concurrent guesses cannot all pass.
  await enforceRateLimit(deps, 'login_address', address);
  await enforceRateLimit(deps, 'login_account', email);
  const user = await deps.db.selectFrom('users').select(['id', 'user_type', 'password_hash']).where('email', '=', email).executeTakeFirst();
  if (!(await verifyPassword(user?.password_hash ?? null, password)) || !user) throw new Refusal('bad_credentials');
  await resetAttempts(deps, 'login_account', email);
  await refundAttempt(deps, 'login_address', address);
  return beginSession(deps, { user_id: user.id, user_type: user.user_type });
};

/**
 * Changes the password, ends the other sessions and returns a new token pair for this one.
 * @throws Refusal wrong_password, too_many_requests, session_ended, conflict after a concurrent change; Invalid for a weak password
 */
export const changeOwnPassword = async (
  deps: Deps,
  { user_id, user_type, session_id }: Actor,
  { old_password, new_password }: { old_password: string; new_password: string },
): Promise<TokenPair> => {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) throw new Refusal('unauthorized');
  // With a stolen access token this call must not allow unlimited guesses.
  await enforceRateLimit(deps, 'login_account', user.email);
  if (!(await verifyPassword(user.password_hash, old_password))) throw new Refusal('wrong_password');
  await resetAttempts(deps, 'login_account', user.email);
  const weakness = passwordWeakness(new_password, [user.email, user.first_name, user.last_name], deps.config.passwordMinLength);
  if (weakness) throw new Invalid({ new_password: [weakness] });
  const password_hash = await hashPassword(new_password);
  return deps.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user_id)
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new Refusal('conflict');
    return endOtherSessions({ ...deps, db }, session_id, { user_id, user_type });
  });
};

/** The signed-in user. @throws Refusal unauthorized when the account was deleted */
export const readUser = async (db: Db, user_id: number): Promise<User> => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'user_type', 'created_at'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!row) throw new Refusal('unauthorized');
  return { ...row, created_at: String(row.created_at), user_type_display: userTypes[row.user_type] };
};

/** The signed-in user with their student profile or organization. @throws Refusal unauthorized when the account was deleted */
export const readUserDetails = async (db: Db, user_id: number): Promise<UserDetails> => {
  const { rows } = await sql<Omit<UserDetails, 'user_type_display'>>`
    select u.id, u.email, u.first_name, u.last_name, u.user_type, u.created_at,
      (select json_build_object('university', s.university, 'major', s.major, 'avatar', s.avatar)
        from students s where s.user_id = u.id) as student,
      (select json_build_object('id', o.id, 'name', o.name, 'logo', o.logo, 'is_verified', o.is_verified, 'role', m.role)
        from members m join organizations o on o.id = m.organization_id where m.user_id = u.id) as organization
    from users u where u.id = ${user_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('unauthorized');
  return { ...row, user_type_display: userTypes[row.user_type] };
};

/** Changes names; absent ones stay, a null last name becomes empty. @throws Refusal unauthorized when the account was deleted */
export const renameUser = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user_id: number,
  { first_name, last_name }: { first_name?: string; last_name?: string | null },
): Promise<void> => {
  const changed = await db
    .updateTable('users')
    .set({
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name: last_name ?? '' }),
      updated_at: now(),
    })
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new Refusal('unauthorized');
};

const adminInput = z.object({ email: emailField, password: newPassword });

/** Creates an administrator; used by the command line only, no API call does this. @throws Invalid */
export const createAdmin = async ({ db, config, now }: Pick<Deps, 'config' | 'db' | 'now'>, input: { email: string; password: string }) => {
  const parsed = z.safeParse(adminInput, input);
  if (!parsed.success) throw new Invalid(toFieldErrors(parsed.error.issues));
  const { email, password } = parsed.data;
  const weakness = passwordWeakness(password, [email], config.passwordMinLength);
  if (weakness) throw new Invalid({ password: [weakness] });
  const existing = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (existing) throw new Invalid({ email: [emailTaken] });
  const account = { email, password_hash: await hashPassword(password), first_name: 'Administrator', last_name: '' };
  return { id: await insertUser(db, { ...account, user_type: 'admin' }, now()), email };
};
