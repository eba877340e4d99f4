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

const bytes = (value: string) => new TextEncoder().encode(value).length;
/** Never trimmed or normalised: a password is what was typed. */
const secret = z.string(passwordTooShort).check(z.maxLength(4096, passwordTooLong));
export const newPassword = secret.check(
  z.minLength(passwordMinLength, passwordTooShort),
  z.refine((value) => bytes(value) <= passwordMaxBytes, passwordTooLong),
);

/** One that exists already; whatever is shorter than any password is told so before it is tried. */
const knownPassword = secret.check(z.minLength(passwordMinLength, passwordTooShort));

export const loginInput = z.object({ email, password: knownPassword });

/** Accepted when it agrees with what the rest of the body makes; `username` is ignored. */
const agreeing = <Role extends UserType>(role: Role) => z.optional(z.literal(role, badChoice));
const commonSignUp = { email, password: newPassword, password_confirm: z.string(passwordsDiffer) };
/** Held together with the fields, not after them: its place in the order of messages is between them. */
const samePasswords = z.refine<{ password: string; password_confirm: string }>((body) => body.password === body.password_confirm, {
  error: passwordsDiffer,
  path: ['password_confirm'],
  when: ({ value, issues }) =>
    typeof (value as { password_confirm?: unknown }).password_confirm === 'string' &&
    !issues.some((issue) => String(issue.path?.[0]).startsWith('password')),
});
export const studentSignUp = z
  .object({
    first_name: text(150, fullNameMissing),
    last_name: optionalText(150),
    ...commonSignUp,
    user_type: agreeing('student'),
    role: agreeing('student'),
  })
  .check(samePasswords);
export const organizationSignUp = z
  .object({
    organization_name: text(200, organizationNameMissing),
    first_name: optionalText(200),
    last_name: optionalText(150),
    ...commonSignUp,
    organization_type: choice(organizationTypes, organizationTypeMissing),
    organization_country: text(100, organizationCountryMissing),
    organization_city: text(100, organizationCityMissing),
    user_type: agreeing('organization'),
    role: agreeing('organization'),
  })
  .check(samePasswords);
/** A colleague who was invited: no organization of their own is made. */
export const memberSignUp = z
  .object({
    invitation: text(200),
    first_name: text(150, fullNameMissing),
    last_name: optionalText(150),
    ...commonSignUp,
    user_type: agreeing('organization'),
    role: agreeing('organization'),
  })
  .check(samePasswords);
export type MemberSignUp = z.infer<typeof memberSignUp>;
export type StudentSignUp = z.infer<typeof studentSignUp>;
export type OrganizationSignUp = z.infer<typeof organizationSignUp>;

/** Messages in the specification's order: that of the fields, the comparison of the passwords included. */
const signUpOrder = Object.keys(organizationSignUp.shape);
const orderOf = (issue: { path: PropertyKey[] }) => signUpOrder.indexOf(String(issue.path[0]));

const eitherSignUp = z.union([organizationSignUp, memberSignUp, studentSignUp]);
/** `organization_name` present makes an organization, `invitation` a member of one, otherwise a student; only the messages of that one are given. */
export const signUp = z.pipe(
  z.transform((body: unknown, context): z.input<typeof eitherSignUp> => {
    const says = (field: string) => body !== null && typeof body === 'object' && (body as Record<string, unknown>)[field] != null;
    const kind = says('organization_name') ? organizationSignUp : says('invitation') ? memberSignUp : studentSignUp;
    const read = z.safeParse(kind, body);
    if (read.success) return read.data;
    context.issues.push(...([...read.error.issues].sort((a, b) => orderOf(a) - orderOf(b)) as typeof context.issues));
    return z.NEVER;
  }),
  eitherSignUp,
);

export const tokenPair = z.object({ access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

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
export const userInput = z.object({ first_name: z.optional(text(150)), last_name: optionalText(150) });

/** The user with what the role adds: a student's profile, or an organization with this user's role in it. */
export const userDetails = z.extend(user, {
  student: z.nullable(z.object({ university: z.nullable(z.string()), major: z.nullable(z.string()), avatar: z.nullable(z.string()) })),
  organization: z.nullable(
    z.object({ id: z.int(), name: z.string(), logo: z.nullable(z.string()), is_verified: z.boolean(), role: z.string() }),
  ),
});
export type UserDetails = z.infer<typeof userDetails>;

const nothing = z.object({});

export const passwordInput = z
  .object({ old_password: knownPassword, new_password: newPassword, new_password_confirm: z.string(passwordsDiffer) })
  .check(z.refine((body) => body.new_password === body.new_password_confirm, { error: passwordsDiffer, path: ['new_password_confirm'] }));
export const deletionInput = z.object({ password: knownPassword });

const passwordChange = {
  summary: 'Change the password; ends every other session.',
  body: passwordInput,
  reply: tokenPair,
};

export const accountCalls = {
  register: post('/auth/register/', {
    summary: 'Create an account: an organization when organization_name is present, otherwise a student.',
    body: signUp,
    reply: z.object({ id: z.int(), email: z.string(), user_type: choice(userTypes) }),
    status: 201,
    idempotent: true,
  }),
  login: post('/auth/login/', { summary: 'Sign in.', body: loginInput, reply: tokenPair }),
  refresh: post('/auth/refresh/', {
    summary: 'Trade a refresh token for a new pair; a token used twice ends the session.',
    body: z.object({ refresh: text(2000) }),
    reply: tokenPair,
  }),
  logout: post('/auth/logout/', {
    summary: 'End the session of this refresh token.',
    body: z.object({ refresh: text(2000) }),
    reply: nothing,
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
    summary: 'Everything that is the caller’s, in one archive: data.json and the files.',
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
    summary: 'Delete the account with everything personal; the password is asked once more.',
    body: deletionInput,
    reply: nothing,
    status: 204,
  }),
  replaceDetails: put('/auth/profile/details/', { summary: 'Change names.', body: userInput, reply: userDetails }),
};
