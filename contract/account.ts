import * as z from 'zod/mini';
import {
  fullNameMissing,
  organizationCityMissing,
  organizationCountryMissing,
  organizationNameMissing,
  organizationTypeMissing,
  passwordMaxBytes,
  passwordMinLength,
  passwordsDiffer,
  passwordTooLong,
  passwordTooShort,
  type UserType,
  userTypes,
} from './account-rules.ts';
import { get, patch, post, put, remove } from './call.ts';
import { choice, email, moment, optionalText, signed, text } from './fields.ts';
import { organizationTypes } from './organization-rules.ts';
import { badChoice } from './values.ts';

const byteLength = (value: string) => new TextEncoder().encode(value).length;
/** A password, neither trimmed nor normalized. The limit of 4096 characters bounds the work before the byte check. */
const password = z.string(passwordTooShort).check(z.maxLength(4096, passwordTooLong));
/** A password to set: `passwordMinLength` characters to `passwordMaxBytes` bytes. The server also refuses common ones. */
export const newPassword = password.check(
  z.minLength(passwordMinLength, passwordTooShort),
  z.refine((value) => byteLength(value) <= passwordMaxBytes, passwordTooLong),
);

/** An existing password. One below the minimum length is refused without hashing. */
const knownPassword = password.check(z.minLength(passwordMinLength, passwordTooShort));

/** Body of sign-in. Wrong values are refused as `bad_credentials`. */
export const loginInput = z.object({ email, password: knownPassword });

/** An optional account type that must match the kind of sign-up. */
const matchingRole = <Role extends UserType>(role: Role) => z.optional(z.literal(role, badChoice));
const commonSignUp = { email, password: newPassword, password_confirm: z.string(passwordsDiffer) };
/** Compares the passwords even when other fields fail, so that all messages arrive together. */
const samePasswords = z.refine<{ password: string; password_confirm: string }>((body) => body.password === body.password_confirm, {
  error: passwordsDiffer,
  path: ['password_confirm'],
  when: ({ value, issues }) =>
    typeof (value as { password_confirm?: unknown }).password_confirm === 'string' &&
    !issues.some((issue) => String(issue.path?.[0]).startsWith('password')),
});
/** Sign-up of a student (specification 5). `username` is ignored. */
export const studentSignUp = z
  .object({
    first_name: text(150, fullNameMissing),
    last_name: optionalText(150),
    ...commonSignUp,
    user_type: matchingRole('student'),
    role: matchingRole('student'),
  })
  .check(samePasswords);
/** Sign-up of an organization with its first owner (specification 5). `username` is ignored. */
export const organizationSignUp = z
  .object({
    organization_name: text(200, organizationNameMissing),
    first_name: optionalText(200),
    last_name: optionalText(150),
    ...commonSignUp,
    organization_type: choice(organizationTypes, organizationTypeMissing),
    organization_country: text(100, organizationCountryMissing),
    organization_city: text(100, organizationCityMissing),
    user_type: matchingRole('organization'),
    role: matchingRole('organization'),
  })
  .check(samePasswords);
/** Sign-up by a member invitation: joins its organization. `invitation` is the token of the link. */
export const memberSignUp = z
  .object({
    invitation: text(200),
    first_name: text(150, fullNameMissing),
    last_name: optionalText(150),
    ...commonSignUp,
    user_type: matchingRole('organization'),
    role: matchingRole('organization'),
  })
  .check(samePasswords);
export type MemberSignUp = z.infer<typeof memberSignUp>;
export type StudentSignUp = z.infer<typeof studentSignUp>;
export type OrganizationSignUp = z.infer<typeof organizationSignUp>;

/** Field order of the messages (specification 5); the password comparison counts as password_confirm. */
const signUpOrder = Object.keys(organizationSignUp.shape);
const fieldOrder = (issue: { path: PropertyKey[] }) => signUpOrder.indexOf(String(issue.path[0]));

const eitherSignUp = z.union([organizationSignUp, memberSignUp, studentSignUp]);
/**
 * Body of sign-up. `organization_name` selects an organization, `invitation` a member, anything else a student; only the
 * selected schema reports errors.
 */
export const signUp = z.pipe(
  z.transform((body: unknown, context): z.input<typeof eitherSignUp> => {
    const has = (field: string) => body !== null && typeof body === 'object' && (body as Record<string, unknown>)[field] != null;
    const kind = has('organization_name') ? organizationSignUp : has('invitation') ? memberSignUp : studentSignUp;
    const parsed = z.safeParse(kind, body);
    if (parsed.success) return parsed.data;
    context.issues.push(...([...parsed.error.issues].sort((a, b) => fieldOrder(a) - fieldOrder(b)) as typeof context.issues));
    return z.NEVER;
  }),
  eitherSignUp,
);

/** JWTs. The access token is short-lived; a refresh token is valid once. */
export const tokenPair = z.object({ access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** The signed-in user: names, email and account type. */
export const user = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  user_type: choice(userTypes),
  user_type_display: z.string(),
  created_at: moment,
});
export type User = z.infer<typeof user>;
/** Change of names; absent fields stay. */
export const userInput = z.object({ first_name: z.optional(text(150)), last_name: optionalText(150) });

/** The user with a summary of the student profile, or of the organization with this user's role in it. The other is null. */
export const userDetails = z.extend(user, {
  student: z.nullable(z.object({ university: z.nullable(z.string()), major: z.nullable(z.string()), avatar: z.nullable(z.string()) })),
  organization: z.nullable(
    z.object({ id: z.int(), name: z.string(), logo: z.nullable(z.string()), is_verified: z.boolean(), role: z.string() }),
  ),
});
export type UserDetails = z.infer<typeof userDetails>;

const empty = z.object({});

/** Change of password. A wrong `old_password` is refused as `wrong_password`. */
export const passwordInput = z
  .object({ old_password: knownPassword, new_password: newPassword, new_password_confirm: z.string(passwordsDiffer) })
  .check(z.refine((body) => body.new_password === body.new_password_confirm, { error: passwordsDiffer, path: ['new_password_confirm'] }));
/** Deletion of the account, confirmed by its password. */
export const deletionInput = z.object({ password: knownPassword });

const passwordChange = {
  summary: 'Change the password; ends every other session.',
  body: passwordInput,
  reply: tokenPair,
};

/**
 * Sign-in, the signed-in user and personal data (specification 7, Auth). PUT and PATCH of a user or password do the same:
 * absent fields stay.
 */
export const accountCalls = {
  register: post('/auth/register/', {
    summary:
      'Create an account: an organization when organization_name is present, a member when invitation is present, otherwise a student.',
    body: signUp,
    reply: z.object({ id: z.int(), email: z.string(), user_type: choice(userTypes) }),
    status: 201,
    idempotent: true,
  }),
  login: post('/auth/login/', { summary: 'Sign in.', body: loginInput, reply: tokenPair }),
  refresh: post('/auth/refresh/', {
    summary: 'Exchange a refresh token for a new pair; using a token twice ends the session.',
    body: z.object({ refresh: text(2000) }),
    reply: tokenPair,
  }),
  logout: post('/auth/logout/', {
    summary: 'End the session of this refresh token.',
    body: z.object({ refresh: text(2000) }),
    reply: empty,
    status: 204,
  }),
  changePassword: patch('/auth/change-password/', passwordChange),
  replacePassword: put('/auth/change-password/', passwordChange),
  profile: get('/auth/profile/', { summary: 'The signed-in user.', reply: user }),
  updateProfile: patch('/auth/profile/', { summary: 'Change names.', body: userInput, reply: user }),
  replaceProfile: put('/auth/profile/', { summary: 'Change names.', body: userInput, reply: user }),
  details: get('/auth/profile/details/', { summary: 'The signed-in user with the profile of the role.', reply: userDetails }),
  updateDetails: patch('/auth/profile/details/', { summary: 'Change names.', body: userInput, reply: userDetails }),
  export: get('/auth/export/', {
    summary: 'The caller’s personal data as one archive: data.json and uploaded files.',
    reply: z.unknown(),
    download: 'application/zip',
  }),
  exportLink: post('/auth/export/link/', {
    summary: 'A short-lived link to the same archive, for a browser to open.',
    reply: z.object({ url: z.string() }),
  }),
  exportFile: get('/auth/export/:user_id/', {
    summary: 'The archive; opened by the link of `exportLink`.',
    query: signed,
    reply: z.unknown(),
    download: 'application/zip',
  }),
  deleteAccount: remove('/auth/account/', {
    summary: 'Delete the account and its personal data; requires the password.',
    body: deletionInput,
    reply: empty,
    status: 204,
  }),
  replaceDetails: put('/auth/profile/details/', { summary: 'Change names.', body: userInput, reply: userDetails }),
};
