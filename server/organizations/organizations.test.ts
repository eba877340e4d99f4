import { expect, test } from 'vitest';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const world = aWorld();
const notFound = { detail: 'Tashkilot profili topilmadi.', code: 'organization_not_found' };

test('every member reads the organization with its counts, in one statement', async () => {
  const other = await anOrganizer(world);
  await anOpportunity(world, other.organization_id);
  const owner = await anOrganizer(world, { name: 'Yoshlar', organization_type: 'foundation', website: 'https://y.uz/' });
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  for (const values of [
    {},
    { application_deadline: null },
    { application_deadline: '2026-09-10' },
    { application_deadline: '2026-09-09' },
    { status: 'draft' },
    { status: 'closed' },
    { deleted_at: world.clock.now },
  ]) {
    await anOpportunity(world, owner.organization_id, values);
  }
  const before = world.statements();
  const { reply } = await world.ask(reviewer, organizationCalls.profile);
  expect(world.statements() - before).toBe(1);
  expect(reply).toEqual({
    id: owner.organization_id,
    name: 'Yoshlar',
    organization_type: 'foundation',
    organization_type_display: "Jamg'arma",
    description: null,
    logo: null,
    website: 'https://y.uz/',
    phone: null,
    email: null,
    country: null,
    city: null,
    address: null,
    linkedin_url: null,
    twitter_url: null,
    facebook_url: null,
    is_verified: false,
    is_active: true,
    member_count: 2,
    opportunity_count: 3,
    response_rate: null,
    median_answer_days: null,
    role: 'reviewer',
    created_at: reply.created_at,
    updated_at: reply.updated_at,
  });
  expect((await world.ask(owner, organizationCalls.profile)).reply).toEqual({ ...reply, role: 'owner' });
});

test.each([organizationCalls.update, organizationCalls.replace])(
  '$method by the owner changes the fields sent, clears empty ones and ignores read-only ones',
  async (call) => {
    const other = await anOrganizer(world, { name: 'Boshqa' });
    const owner = await anOrganizer(world, { name: 'Eski', city: 'Nukus', phone: '1', is_verified: false });
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    const body = {
      name: ' Yangi ',
      organization_type: 'ngo',
      description: ' Tavsif ',
      phone: '',
      email: 'ALOQA@Example.uz',
      website: 'yangi.uz',
      id: other.organization_id,
      is_verified: true,
      is_active: false,
      is_sample: true,
      logo: '/files/x',
      member_count: 99,
      created_at: '2000-01-01',
      import_key: 'x',
      role: 'owner',
    };
    const { reply } = await world.ask(owner, call, { body });
    expect(reply).toMatchObject({
      id: owner.organization_id,
      name: 'Yangi',
      organization_type: 'ngo',
      organization_type_display: 'NNT',
      description: 'Tavsif',
      phone: null,
      email: 'aloqa@example.uz',
      website: 'https://yangi.uz/',
      city: 'Nukus',
      logo: null,
      is_verified: false,
      is_active: true,
      member_count: 1,
    });
    expect(Date.parse(reply.updated_at)).toBe(world.clock.now.getTime());
    const row = await world.db
      .selectFrom('organizations')
      .select(['is_sample', 'import_key'])
      .where('id', '=', reply.id)
      .executeTakeFirst();
    expect(row).toEqual({ is_sample: false, import_key: null });
    expect((await world.ask(other, organizationCalls.profile)).reply.name).toBe('Boshqa');
  },
);

test('search finds opportunities by the new name of a renamed organization only', async () => {
  const owner = await anOrganizer(world, { name: 'Eski', fold: ' zafarobod ' });
  const id = await anOpportunity(world, owner.organization_id, { fold: ' grant ' });
  await anOpportunity(world, (await anOrganizer(world)).organization_id, { fold: ' grant ' });
  const found = async (search: string) =>
    (await world.ask(null, opportunityCalls.list, { query: { search } })).reply.results.map((item) => item.id);
  expect(await found('Zafarobod')).toEqual([id]);
  await world.ask(owner, organizationCalls.update, { body: { name: 'Ko‘hinur jamg‘armasi' } });
  expect(await found('Zafarobod')).toEqual([]);
  expect(await found('Кўҳинур жамғармаси')).toEqual([id]);
});

test.each<[object, object]>([
  [{ name: ' ' }, { name: ['Tashkilot nomi maydoni to‘ldirilishi kerak'] }],
  [{ organization_type: 'bank' }, { organization_type: ['Ro‘yxatdagi qiymatlardan birini tanlang.'] }],
  [{ email: 'x' }, { email: ['Elektron pochta noto‘g‘ri'] }],
  [{ linkedin_url: 'javascript:alert(1)' }, { linkedin_url: ['Havolani to‘g‘ri kiriting (masalan, https://example.uz).'] }],
  [{ description: 'a\u0000' }, { description: ['Matnda ruxsat etilmagan belgi bor.'] }],
])('refuses %j', async (body, errors) => {
  const answer = await world.ask(await anOrganizer(world), organizationCalls.update, { body });
  expect([answer.status, answer.body]).toEqual([400, errors]);
});

test.each(['manager', 'reviewer'] as const)('a %s can read but not edit the organization', async (role) => {
  const owner = await anOrganizer(world, { name: 'Eski' });
  const member = await anOrganizer(world, { organization_id: owner.organization_id, role });
  const answer = await world.ask(member, organizationCalls.update, { body: { name: 'Yangi' } });
  expect([answer.status, answer.body]).toEqual([403, { detail: 'Bu amalni bajarishga ruxsat berilmagan.', code: 'forbidden' }]);
  expect((await world.ask(member, organizationCalls.profile)).reply.name).toBe('Eski');
});

test('returns 404 without a membership and 403 to students and administrators', async () => {
  const formerMember = await anOrganizer(world);
  await world.db.deleteFrom('members').where('user_id', '=', formerMember.user_id).execute();
  const calls = [organizationCalls.profile, organizationCalls.dashboard, organizationCalls.update, organizationCalls.replace];
  for (const call of calls) {
    const body = call.method === 'GET' ? undefined : { name: 'Yangi' };
    const answer = await world.ask(formerMember, call, { body });
    expect([answer.status, answer.body]).toEqual([404, notFound]);
    for (const actor of [await aStudent(world), await anAdmin(world)]) {
      const refused = await world.ask(actor, call, { body });
      expect([refused.status, refused.body.code]).toEqual([403, 'organizers_only']);
    }
    expect((await world.ask(null, call, { body })).status).toBe(401);
  }
});
