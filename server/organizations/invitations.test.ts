import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { memberCalls } from '#contract/member.ts';
import { sendDue } from '../outbox/delivery.ts';
import { aMailSink } from '../testing/mailSink.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const sink = aMailSink();
const world = aWorld({ publicUrl: 'https://imkon.example' });
type Who = Parameters<typeof world.ask>[0];
let serial = 0;
const anAddress = () => {
  serial += 1;
  return `taklif${serial}@example.uz`;
};
const invite = (actor: Who, body: object) => world.ask(actor, memberCalls.invite, { body });
const tokenOf = (link: string | null) => String(link).split('/invite/')[1] as string;
const read = (token: string, actor: Who = null) => world.ask(actor, memberCalls.invitation, { params: { token } });
const accept = (actor: Who, token: string) => world.ask(actor, memberCalls.acceptInvitation, { params: { token } });
/** An organizer's account that belongs to no organization. */
const aFreeOrganizer = async (email: string) => {
  const actor = await anOrganizer(world);
  await world.db.deleteFrom('members').where('user_id', '=', actor.user_id).execute();
  await world.db.updateTable('users').set({ email }).where('id', '=', actor.user_id).execute();
  return actor;
};
const emailOf = async ({ user_id }: { user_id: number }) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()).email;
const membershipOf = ({ user_id }: { user_id: number }) =>
  world.db.selectFrom('members').select(['organization_id', 'role']).where('user_id', '=', user_id).executeTakeFirst();
const later = (days: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + days * 24 * 60 * 60 * 1000);
};

test('a link invites one address once; its secret is not kept', async () => {
  const owner = await anOrganizer(world, { name: 'TATU' });
  const email = anAddress();
  const { reply } = await invite(owner, { email: ` ${email.toUpperCase()} `, role: 'manager' });
  expect(reply).toEqual({
    email,
    role: 'manager',
    link: expect.stringMatching(/^https:\/\/imkon\.example\/invite\/[\w-]{43}$/),
    expires_at: new Date(world.clock.now.getTime() + 10 * 24 * 60 * 60 * 1000).toISOString(),
  });
  const token = tokenOf(reply.link);
  const said = (await read(token)).reply;
  expect(said).toEqual({
    kind: 'member',
    organization_id: owner.organization_id,
    organization_name: 'TATU',
    email,
    role: 'manager',
    role_display: 'Menejer',
    opportunity: null,
    expires_at: reply.expires_at.replace('.000Z', 'Z'),
  });
  const everything = JSON.stringify([
    await world.db.selectFrom('invitations').selectAll().execute(),
    await world.db.selectFrom('outbox').selectAll().execute(),
    await world.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(everything).not.toContain(token);
  const person = await aFreeOrganizer(email);
  expect((await accept(person, token)).reply.organization_id).toBe(owner.organization_id);
  expect(await membershipOf(person)).toEqual({ organization_id: owner.organization_id, role: 'manager' });
  expect([(await accept(person, token)).status, (await read(token)).status]).toEqual([404, 404]);
  const { reply: audit } = await world.ask(owner, memberCalls.audit);
  expect(audit.results.map(({ action, details }) => [action, details])).toEqual([
    ['member_joined', email],
    ['member_invited', `${email} (Menejer)`],
  ]);
});

test('an address is asked for, a member is not invited again, and the answer is alike for known and unknown addresses', async () => {
  const owner = await anOrganizer(world);
  const colleague = await anOrganizer(world, { organization_id: owner.organization_id });
  const elsewhere = await anOrganizer(world);
  expect((await invite(owner, {})).body).toEqual({ detail: 'Elektron pochta manzilini to‘g‘ri kiriting.', code: 'email_required' });
  expect((await world.ask(owner, memberCalls.invite, { body: { email: 'x' }, headers: { 'accept-language': 'en' } })).body).toEqual({
    detail: 'Email required',
    code: 'email_required',
  });
  expect((await invite(owner, { email: await emailOf(colleague) })).body.code).toBe('already_member');
  const answers = [];
  for (const email of [anAddress(), await emailOf(await aStudent(world)), await emailOf(elsewhere)]) {
    const { status, body } = await invite(owner, { email });
    answers.push([status, Object.keys(body), body.role, typeof body.link]);
  }
  expect(answers).toEqual(Array(3).fill([201, ['email', 'role', 'link', 'expires_at'], 'reviewer', 'string']));
});

test('managers invite up to their own role, reviewers nobody', async () => {
  const { organization_id, ...owner } = await anOrganizer(world);
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const asked = async (actor: Who, role: string) => (await invite(actor, { email: anAddress(), role })).status;
  expect([await asked(manager, 'owner'), await asked(manager, 'manager'), await asked(manager, 'reviewer')]).toEqual([403, 201, 201]);
  expect([await asked(reviewer, 'reviewer'), await asked({ ...owner }, 'owner')]).toEqual([403, 201]);
  expect((await world.ask(reviewer, memberCalls.invitations)).status).toBe(403);
  const { reply } = await world.ask(manager, memberCalls.invitations);
  expect(reply.results.map(({ role }) => role).sort()).toEqual(['manager', 'owner', 'reviewer']);
  const idOf = (role: string) => reply.results.find((one) => one.role === role)?.id as number;
  const revoke = async (actor: Who, id: number) => (await world.ask(actor, memberCalls.revokeInvitation, { params: { id } })).status;
  expect([await revoke(manager, idOf('owner')), await revoke(manager, idOf('reviewer')), await revoke(manager, idOf('reviewer'))]).toEqual([
    403, 204, 404,
  ]);
  expect(await revoke(await anOrganizer(world), idOf('owner'))).toBe(404);
  expect((await world.ask({ ...owner }, memberCalls.invitations)).reply.count).toBe(2);
});

test('an invitation ends after ten days, when it is taken back and when a newer one replaces it', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const first = tokenOf((await invite(owner, { email })).reply.link);
  const second = tokenOf((await invite(owner, { email, role: 'manager' })).reply.link);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expect((await world.ask(owner, memberCalls.invitations)).reply.count).toBe(1);
  const before = world.clock.now;
  later(9.99);
  expect((await read(second)).status).toBe(200);
  later(0.01);
  const person = await aFreeOrganizer(email);
  expect([(await read(second)).body.code, (await accept(person, second)).body.code]).toEqual([
    'invitation_not_found',
    'invitation_not_found',
  ]);
  expect((await world.ask(owner, memberCalls.invitations)).reply.count).toBe(0);
  world.clock.now = before;
  const [waiting] = (await world.ask(owner, memberCalls.invitations)).reply.results;
  await world.ask(owner, memberCalls.revokeInvitation, { params: { id: waiting?.id as number } });
  expect((await accept(person, second)).status).toBe(404);
  expect(await membershipOf(person)).toBeUndefined();
});

test('only the invited person accepts, and only as what they were invited', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const token = tokenOf((await invite(owner, { email })).reply.link);
  expect((await accept(null, token)).status).toBe(401);
  expect((await accept(await aFreeOrganizer(anAddress()), token)).body).toEqual({
    detail: 'Bu taklif boshqa elektron pochta manziliga yuborilgan.',
    code: 'invitation_other_person',
  });
  expect((await accept(await aStudent(world, { email }), token)).body.code).toBe('organizers_only');
  const busy = await anOrganizer(world);
  const theirs = tokenOf((await invite(owner, { email: await emailOf(busy) })).reply.link);
  expect((await accept(busy, theirs)).body.code).toBe('already_in_organization');
  expect((await membershipOf(busy))?.organization_id).toBe(busy.organization_id);
  expect((await read('a'.repeat(43))).status).toBe(404);
});

test('one of two acceptances at once counts, and nobody joins two organizations', async () => {
  const owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  for (let round = 0; round < 5; round += 1) {
    const email = anAddress();
    const person = await aFreeOrganizer(email);
    const token = tokenOf((await invite(owner, { email })).reply.link);
    const once = await Promise.all([accept(person, token), accept(person, token)]);
    expect(once.map(({ status }) => status).sort()).toEqual([200, 404]);
    const second = anAddress();
    const free = await aFreeOrganizer(second);
    const tokens = [await invite(owner, { email: second }), await invite(other, { email: second })].map(({ reply }) => tokenOf(reply.link));
    const both = await Promise.all(tokens.map((one) => accept(free, one)));
    expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [400, 'already_in_organization'],
    ]);
  }
});

test('whoever is invited signs up straight into the organization', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const token = tokenOf((await invite(owner, { email, role: 'manager' })).reply.link);
  const password = 'tong-salqin-7';
  const signUp = (changes: object) =>
    world.ask(null, accountCalls.register, {
      body: { email, first_name: 'Aziza', password, password_confirm: password, invitation: token, ...changes },
    });
  const before = await world.db.selectFrom('organizations').select('id').execute();
  expect((await signUp({ email: anAddress() })).body).toEqual({
    email: ['Taklif boshqa elektron pochta manziliga yuborilgan. Taklif kelgan manzilni kiriting.'],
  });
  expect((await signUp({ invitation: 'yoq' })).body.code).toBe('invitation_not_found');
  expect((await signUp({ user_type: 'student' })).status).toBe(400);
  const { reply } = await signUp({});
  expect(reply.user_type).toBe('organization');
  expect(await membershipOf({ user_id: reply.id })).toEqual({ organization_id: owner.organization_id, role: 'manager' });
  expect(await world.db.selectFrom('organizations').select('id').execute()).toEqual(before);
  expect((await signUp({ email: anAddress() })).body.code).toBe('invitation_not_found');
  const students = tokenOf(
    (await world.ask(owner, memberCalls.inviteStudents, { body: { emails: [email] } })).reply.links[0]?.link ?? null,
  );
  expect((await signUp({ invitation: students })).body.code).toBe('invitation_not_found');
});

test('with a mail server the link goes by mail and the inviter does not see it', async () => {
  const owner = await anOrganizer(world, { name: 'Yangi markaz' });
  const email = anAddress();
  const settings = world.deps.config;
  settings.smtpUrl = sink.url;
  try {
    expect((await invite(owner, { email })).reply.link).toBeNull();
    const opportunity = await anOpportunity(world, owner.organization_id, { title: 'Yozgi maktab' });
    const known = await aStudent(world);
    const emails = [await emailOf(known), anAddress()];
    const { reply } = await world.ask(owner, memberCalls.inviteStudents, { body: { emails, opportunity } });
    expect(reply).toEqual({ invited: 2, links: [] });
    expect(await sendDue(world.deps, sink.mailer)).toBe(3);
    const mail = sink.mails.find(({ to }) => to[0] === email);
    const token = /https:\/\/imkon\.example\/invite\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] as string;
    expect((await read(token)).reply.email).toBe(email);
    // Known or not, a student reads the same.
    const [first, second] = emails.map((to) => sink.mails.find((one) => one.to[0] === to)?.text.replace(/invite\/[\w-]+/, 'invite/…'));
    expect(first).toBe(second);
    expect(first).toContain('“Yozgi maktab”');
    // What left is not kept.
    expect((await world.db.selectFrom('outbox').select('text').execute()).map(({ text }) => text)).toEqual(['', '', '']);
  } finally {
    settings.smtpUrl = null;
  }
});

test('who is removed or lowered leaves no invitation behind that they could not give now', async () => {
  const owner = await anOrganizer(world);
  const { organization_id } = owner;
  const removed = await anOrganizer(world, { organization_id });
  const lowered = await anOrganizer(world, { organization_id });
  const invited = async (by: Who, role: string) => {
    const email = anAddress();
    return { email, token: tokenOf((await invite(by, { email, role })).reply.link) };
  };
  const ownerBy = await invited(removed, 'owner');
  const reviewerBy = await invited(removed, 'reviewer');
  const [high, low] = [await invited(lowered, 'owner'), await invited(lowered, 'manager')];
  const mine = await invited(owner, 'owner');
  await world.ask(owner, memberCalls.removeMember, { params: { id: removed.user_id } });
  await world.ask(owner, memberCalls.changeMember, { params: { id: lowered.user_id }, body: { role: 'manager' } });
  const person = await aFreeOrganizer(ownerBy.email);
  expect([(await accept(person, ownerBy.token)).status, await membershipOf(person)]).toEqual([404, undefined]);
  const open = [];
  for (const { token } of [reviewerBy, high, low, mine]) open.push((await read(token)).status);
  expect(open).toEqual([404, 404, 200, 200]);
  const { reply } = await world.ask(owner, memberCalls.audit);
  expect(reply.results.filter(({ action }) => action === 'invitation_revoked').map(({ details }) => details)).toEqual([
    high.email,
    reviewerBy.email,
    ownerBy.email,
  ]);
});

test('who becomes a reviewer, and may invite nobody any more, leaves no invitation open', async () => {
  const owner = await anOrganizer(world);
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const tokens = [];
  for (const role of ['reviewer', 'manager']) tokens.push(tokenOf((await invite(manager, { email: anAddress(), role })).reply.link));
  await world.ask(owner, memberCalls.changeMember, { params: { id: manager.user_id }, body: { role: 'reviewer' } });
  const open = [];
  for (const token of tokens) open.push((await read(token)).status);
  expect(open).toEqual([404, 404]);
});
