import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { organizationCalls } from '#contract/organization.ts';
import { aWorld } from '../testing/world.ts';

const world = aWorld();
let serial = 0;
const aStudentBody = (changes: object = {}) => {
  serial += 1;
  const password = 'tong-salqin-7';
  return { email: `yangi${serial}@example.uz`, password, password_confirm: password, username: 'x', first_name: 'Aziza', ...changes };
};
const anOrganizationBody = (changes: object = {}) =>
  aStudentBody({
    first_name: 'TATU',
    organization_name: 'TATU',
    organization_type: 'university',
    organization_country: 'O‘zbekiston',
    organization_city: 'Toshkent',
    ...changes,
  });
const signUp = (body: object, headers: Record<string, string> = {}) => world.ask(null, accountCalls.register, { body, headers });
const countRows = async (table: 'users' | 'students' | 'organizations' | 'members' | 'consents') =>
  Number(
    (
      await world.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const counts = async () =>
  Promise.all([countRows('users'), countRows('students'), countRows('organizations'), countRows('members'), countRows('consents')]);

test('student sign-up creates the account, an empty profile and the consent', async () => {
  const before = await counts();
  const body = aStudentBody({ email: '  Yangi.Talaba@Example.UZ ', last_name: 'Karimova' });
  const { reply, status } = await signUp(body);
  expect(status).toBe(201);
  expect(reply).toEqual({ id: reply.id, email: 'yangi.talaba@example.uz', user_type: 'student' });
  expect(await counts()).toEqual(before.map((count, index) => count + ([1, 1, 0, 0, 1][index] ?? 0)));
  const consent = await world.db.selectFrom('consents').selectAll().where('user_id', '=', reply.id).executeTakeFirstOrThrow();
  expect(consent).toMatchObject({
    subject: 'sign_up',
    version: '2026-09-01',
    language: 'uz',
    given_at: world.clock.now.toISOString().replace('.000Z', 'Z'),
  });
  const user = await world.db.selectFrom('users').selectAll().where('id', '=', reply.id).executeTakeFirstOrThrow();
  expect(user).toMatchObject({ first_name: 'Aziza', last_name: 'Karimova', user_type: 'student' });
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('organization sign-up creates the account, the organization, its owner and the consent', async () => {
  const before = await counts();
  const { reply } = await signUp(anOrganizationBody());
  expect(reply.user_type).toBe('organization');
  expect(await counts()).toEqual(before.map((count, index) => count + ([1, 0, 1, 1, 1][index] ?? 0)));
  const actor = { user_id: reply.id, user_type: reply.user_type, session_id: 'x' };
  const profile = (await world.ask(actor, organizationCalls.profile)).reply;
  expect(profile).toMatchObject({
    name: 'TATU',
    organization_type: 'university',
    country: 'O‘zbekiston',
    city: 'Toshkent',
    role: 'owner',
    email: null,
  });
});

const name = 'To‘liq ism maydoni to‘ldirilishi kerak';
const organizationName = 'Tashkilot nomi maydoni to‘ldirilishi kerak';
const email = 'Elektron pochta noto‘g‘ri';
const short = 'Parol kamida 8 belgidan iborat bo‘lishi kerak';
const differ = 'Parollar mos emas';
const type = 'Tashkilot turi tanlanishi kerak';
const country = 'Tashkilot mamlakati to‘ldirilishi kerak';
const city = 'Tashkilot shahri to‘ldirilishi kerak';
const badChoice = 'Ro‘yxatdagi qiymatlardan birini tanlang.';
const common = 'Bu parol juda oddiy. Boshqasini tanlang.';
const emailTaken = 'Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.';

test.each<[string, object, [string, string][]]>([
  [
    'an empty body',
    {},
    [
      ['first_name', name],
      ['email', email],
      ['password', short],
      ['password_confirm', differ],
    ],
  ],
  [
    'an organization with a blank name only',
    { organization_name: '  ' },
    [
      ['organization_name', organizationName],
      ['email', email],
      ['password', short],
      ['password_confirm', differ],
      ['organization_type', type],
      ['organization_country', country],
      ['organization_city', city],
    ],
  ],
  ['a blank name', aStudentBody({ first_name: '   ' }), [['first_name', name]]],
  ['an address without a dot', aStudentBody({ email: 'a@b' }), [['email', email]]],
  ['a short password', aStudentBody({ password: 'qisqa-7', password_confirm: 'boshqa' }), [['password', short]]],
  ['passwords that differ', aStudentBody({ password_confirm: 'tong-salqin-8' }), [['password_confirm', differ]]],
  [
    'different passwords, reported before the organization’s fields',
    anOrganizationBody({ password_confirm: 'x', organization_type: '', organization_country: ' ', organization_city: undefined }),
    [
      ['password_confirm', differ],
      ['organization_type', type],
      ['organization_country', country],
      ['organization_city', city],
    ],
  ],
  ['an unknown organization type', anOrganizationBody({ organization_type: 'bank' }), [['organization_type', type]]],
  ['an administrator', aStudentBody({ user_type: 'admin' }), [['user_type', badChoice]]],
  ['an administrator as role', anOrganizationBody({ role: 'admin' }), [['role', badChoice]]],
  ['a user_type that contradicts the body', aStudentBody({ user_type: 'organization' }), [['user_type', badChoice]]],
  ['a student user_type with an organization', anOrganizationBody({ user_type: 'student' }), [['user_type', badChoice]]],
  [
    'a password of 600 bytes',
    aStudentBody({ password: 'oʻ'.repeat(200), password_confirm: 'oʻ'.repeat(200) }),
    [['password', 'Parol juda uzun.']],
  ],
])('sign-up refuses %s', async (_, body, expected) => {
  const before = await counts();
  const answer = await signUp(body);
  expect(answer.status).toBe(400);
  expect(Object.entries(answer.body)).toEqual(expected.map(([field, message]) => [field, [message]]));
  expect(await counts()).toEqual(before);
});

test.each([
  'password',
  'Password1!',
  '12345678',
  '87654321',
  'aaaaaaaa',
  'abcabcabc',
  'Toshkent2026',
  'qwertyuiop',
  'abcdefgh',
  'dilnoza-uz',
  'Dilnoza123',
  'DILNOZA-UZ@example.uz',
])('refuses the guessable password %s', async (password) => {
  const { status, body } = await signUp(
    aStudentBody({ email: 'dilnoza-uz@example.uz', first_name: 'Dilnoza', password, password_confirm: password }),
  );
  expect([status, body]).toEqual([400, { password: [common] }]);
});

test('an e-mail is unique in any letter case, and a refused sign-up leaves no rows', async () => {
  const body = aStudentBody({ email: 'bir@example.uz' });
  await signUp(body);
  const before = await counts();
  const again = await signUp(anOrganizationBody({ email: 'BIR@example.uz' }));
  expect([again.status, again.body]).toEqual([400, { email: [emailTaken] }]);
  expect(await counts()).toEqual(before);
});

test('twenty concurrent sign-ups with one e-mail create one account', async () => {
  const body = aStudentBody();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => signUp(body)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, ...Array(19).fill(400)]);
});

test('accepts a matching user_type and ignores protected fields', async () => {
  const student = await signUp(aStudentBody({ user_type: 'student', role: 'student', id: 1, is_sample: true, created_at: '2000-01-01' }));
  expect(student.reply.user_type).toBe('student');
  const row = await world.db.selectFrom('users').selectAll().where('id', '=', student.reply.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ is_sample: false, email: student.reply.email });
  const organization = await signUp(anOrganizationBody({ user_type: 'organization', is_verified: true }));
  expect(organization.reply.user_type).toBe('organization');
  const organizations = await world.db.selectFrom('organizations').select('is_verified').execute();
  expect(organizations.every(({ is_verified }) => !is_verified)).toBe(true);
});

test('a retry with the same Idempotency-Key gets the first reply', async () => {
  const body = aStudentBody();
  const headers = { 'idempotency-key': 'kalit-1' };
  const first = await signUp(body, headers);
  const second = await signUp(body, headers);
  expect([second.status, second.body]).toEqual([201, first.body]);
  const other = await signUp({ ...body, first_name: 'Boshqa' }, headers);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch']);
});

test('without Accept-Language: uz the general messages are English', async () => {
  const { body } = await signUp(aStudentBody({ email: 'x', user_type: 'admin' }), { 'accept-language': 'en' });
  expect(body).toEqual({ email: ['Enter a valid e-mail address.'], user_type: ['Choose one of the listed values.'] });
});

test.each([
  ['{"email":', 400],
  ['[]', 400],
  ['null', 400],
  ['"matn"', 400],
  ['{"email":"a\\u0000@b.uz","password":"tong-salqin-7","password_confirm":"tong-salqin-7","first_name":"A"}', 400],
  ['{"email":"a@b.uz","password":"tong-salqin-7","password_confirm":"tong-salqin-7","first_name":"\\ud800"}', 400],
  ['{"email":"a@b.uz","password":["tong-salqin-7"],"password_confirm":{},"first_name":7}', 400],
  ['{"__proto__":{"user_type":"admin"},"email":"a@b.uz"}', 400],
])('returns 400 for hostile bytes %s', async (payload, status) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/register/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(answer.statusCode).toBe(status);
});

test('a password may contain NUL, emoji and non-Latin letters', async () => {
  const password = 'tong\u0000 salqin \ud83d\ude00 ғ';
  const { reply } = await signUp(aStudentBody({ password, password_confirm: password }));
  const right = await world.ask(null, accountCalls.login, { body: { email: reply.email, password } });
  expect(right.status).toBe(200);
  const cut = await world.ask(null, accountCalls.login, { body: { email: reply.email, password: 'tong\u0000 boshqa' } });
  expect(cut.status).toBe(401);
});
