import { expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { memberCalls } from '#contract/member.ts';
import { sendDueMails } from '../outbox/delivery.ts';
import { aMailSink } from '../testing/mailSink.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const sink = aMailSink();
const world = aWorld({ publicUrl: 'https://imkon.example' });
type Caller = Parameters<typeof world.ask>[0];
let serial = 0;
const anAddress = () => {
  serial += 1;
  return `taklif${serial}@example.uz`;
};
const invite = (actor: Caller, body: object) => world.ask(actor, memberCalls.invite, { body });
const tokenFromLink = (link: string | null) => String(link).split('/invite/')[1] as string;
const read = (token: string, actor: Caller = null) => world.ask(actor, memberCalls.invitation, { params: { token } });
const accept = (actor: Caller, token: string) => world.ask(actor, memberCalls.acceptInvitation, { params: { token } });
/** An organizer's account that belongs to no organization. */
const aFreeOrganizer = async (email: string) => {
  const actor = await anOrganizer(world);
  await world.db.deleteFrom('members').where('user_id', '=', actor.user_id).execute();
  await world.db.updateTable('users').set({ email }).where('id', '=', actor.user_id).execute();
  return actor;
};
const readEmail = async ({ user_id }: { user_id: number }) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()).email;
const readMembership = ({ user_id }: { user_id: number }) =>
  world.db.selectFrom('members').select(['organization_id', 'role']).where('user_id', '=', user_id).executeTakeFirst();
const advanceClock = (days: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + days * 24 * 60 * 60 * 1000);
};

test('an invitation link works once, for one address, and its token is not stored', async () => {
  const owner = await anOrganizer(world, { name: 'TATU' });
  const email = anAddress();
  const { reply } = await invite(owner, { email: ` ${email.toUpperCase()} `, role: 'manager' });
  expect(reply).toEqual({
    email,
    role: 'manager',
    link: expect.stringMatching(/^https:\/\/imkon\.example\/invite\/[\w-]{43}$/),
    expires_at: new Date(world.clock.now.getTime() + 10 * 24 * 60 * 60 * 1000).toISOString(),
  });
  const token = tokenFromLink(reply.link);
  const invitation = (await read(token)).reply;
  expect(invitation).toEqual({
    kind: 'member',
    organization_id: owner.organization_id,
    organization_name: 'TATU',
    email,
    role: 'manager',
    role_display: 'Menejer',
    opportunity: null,
    expires_at: reply.expires_at.replace('.000Z', 'Z'),
  });
  const stored = JSON.stringify([
    await world.db.selectFrom('invitations').selectAll().execute(),
    await world.db.selectFrom('outbox').selectAll().execute(),
    await world.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(stored).not.toContain(token);
  const person = await aFreeOrganizer(email);
  expect((await accept(person, token)).reply.organization_id).toBe(owner.organization_id);
  expect(await readMembership(person)).toEqual({ organization_id: owner.organization_id, role: 'manager' });
  expect([(await accept(person, token)).status, (await read(token)).status]).toEqual([404, 404]);
  const { reply: audit } = await world.ask(owner, memberCalls.audit);
  expect(audit.results.map(({ action, details }) => [action, details])).toEqual([
    ['member_joined', email],
    ['member_invited', `${email} (Menejer)`],
  ]);
});

test('requires an address, refuses a current member and sends the same reply for known and unknown addresses', async () => {
  const owner = await anOrganizer(world);
  const colleague = await anOrganizer(world, { organization_id: owner.organization_id });
  const elsewhere = await anOrganizer(world);
  expect((await invite(owner, {})).body).toEqual({ detail: 'Elektron pochta manzilini to‘g‘ri kiriting.', code: 'email_required' });
  expect((await world.ask(owner, memberCalls.invite, { body: { email: 'x' }, headers: { 'accept-language': 'en' } })).body).toEqual({
    detail: 'Email required',
    code: 'email_required',
  });
  expect((await invite(owner, { email: await readEmail(colleague) })).body.code).toBe('already_member');
  const answers = [];
  for (const email of [anAddress(), await readEmail(await aStudent(world)), await readEmail(elsewhere)]) {
    const { status, body } = await invite(owner, { email });
    answers.push([status, Object.keys(body), body.role, typeof body.link]);
  }
  expect(answers).toEqual(Array(3).fill([201, ['email', 'role', 'link', 'expires_at'], 'reviewer', 'string']));
});

test('managers invite for roles up to their own; reviewers cannot invite', async () => {
  const { organization_id, ...owner } = await anOrganizer(world);
  const manager = await anOrganizer(world, { organization_id, role: 'manager' });
  const reviewer = await anOrganizer(world, { organization_id, role: 'reviewer' });
  const inviteStatus = async (actor: Caller, role: string) => (await invite(actor, { email: anAddress(), role })).status;
  expect([await inviteStatus(manager, 'owner'), await inviteStatus(manager, 'manager'), await inviteStatus(manager, 'reviewer')]).toEqual([
    403, 201, 201,
  ]);
  expect([await inviteStatus(reviewer, 'reviewer'), await inviteStatus({ ...owner }, 'owner')]).toEqual([403, 201]);
  expect((await world.ask(reviewer, memberCalls.invitations)).status).toBe(403);
  const { reply } = await world.ask(manager, memberCalls.invitations);
  expect(reply.results.map(({ role }) => role).sort()).toEqual(['manager', 'owner', 'reviewer']);
  const findId = (role: string) => reply.results.find((one) => one.role === role)?.id as number;
  const revoke = async (actor: Caller, id: number) => (await world.ask(actor, memberCalls.revokeInvitation, { params: { id } })).status;
  expect([
    await revoke(manager, findId('owner')),
    await revoke(manager, findId('reviewer')),
    await revoke(manager, findId('reviewer')),
  ]).toEqual([403, 204, 404]);
  expect(await revoke(await anOrganizer(world), findId('owner'))).toBe(404);
  expect((await world.ask({ ...owner }, memberCalls.invitations)).reply.count).toBe(2);
});

test('an invitation is invalid after ten days, when revoked and when replaced by a newer one', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const first = tokenFromLink((await invite(owner, { email })).reply.link);
  const second = tokenFromLink((await invite(owner, { email, role: 'manager' })).reply.link);
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  expect((await world.ask(owner, memberCalls.invitations)).reply.count).toBe(1);
  const before = world.clock.now;
  advanceClock(9.99);
  expect((await read(second)).status).toBe(200);
  advanceClock(0.01);
  const person = await aFreeOrganizer(email);
  expect([(await read(second)).body.code, (await accept(person, second)).body.code]).toEqual([
    'invitation_not_found',
    'invitation_not_found',
  ]);
  expect((await world.ask(owner, memberCalls.invitations)).reply.count).toBe(0);
  world.clock.now = before;
  const [open] = (await world.ask(owner, memberCalls.invitations)).reply.results;
  await world.ask(owner, memberCalls.revokeInvitation, { params: { id: open?.id as number } });
  expect((await accept(person, second)).status).toBe(404);
  expect(await readMembership(person)).toBeUndefined();
});

test('only the invited user accepts, and only with the matching account type', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const token = tokenFromLink((await invite(owner, { email })).reply.link);
  expect((await accept(null, token)).status).toBe(401);
  expect((await accept(await aFreeOrganizer(anAddress()), token)).body).toEqual({
    detail: 'Bu taklif boshqa elektron pochta manziliga yuborilgan.',
    code: 'invitation_other_person',
  });
  expect((await accept(await aStudent(world, { email }), token)).body.code).toBe('organizers_only');
  const busy = await anOrganizer(world);
  const busyToken = tokenFromLink((await invite(owner, { email: await readEmail(busy) })).reply.link);
  expect((await accept(busy, busyToken)).body.code).toBe('already_in_organization');
  expect((await readMembership(busy))?.organization_id).toBe(busy.organization_id);
  expect((await read('a'.repeat(43))).status).toBe(404);
});

test('of two concurrent acceptances one succeeds, and a user joins only one organization', async () => {
  const owner = await anOrganizer(world);
  const other = await anOrganizer(world);
  for (let round = 0; round < 5; round += 1) {
    const email = anAddress();
    const person = await aFreeOrganizer(email);
    const token = tokenFromLink((await invite(owner, { email })).reply.link);
    const once = await Promise.all([accept(person, token), accept(person, token)]);
    expect(once.map(({ status }) => status).sort()).toEqual([200, 404]);
    const second = anAddress();
    const free = await aFreeOrganizer(second);
    const tokens = [await invite(owner, { email: second }), await invite(other, { email: second })].map(({ reply }) =>
      tokenFromLink(reply.link),
    );
    const both = await Promise.all(tokens.map((one) => accept(free, one)));
    expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [400, 'already_in_organization'],
    ]);
  }
});

test('an invited person signs up as a member of the organization', async () => {
  const owner = await anOrganizer(world);
  const email = anAddress();
  const token = tokenFromLink((await invite(owner, { email, role: 'manager' })).reply.link);
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
  expect(await readMembership({ user_id: reply.id })).toEqual({ organization_id: owner.organization_id, role: 'manager' });
  expect(await world.db.selectFrom('organizations').select('id').execute()).toEqual(before);
  expect((await signUp({ email: anAddress() })).body.code).toBe('invitation_not_found');
  const students = tokenFromLink(
    (await world.ask(owner, memberCalls.inviteStudents, { body: { emails: [email] } })).reply.links[0]?.link ?? null,
  );
  expect((await signUp({ invitation: students })).body.code).toBe('invitation_not_found');
});

test('with a mail server the link is mailed and not returned to the inviter', async () => {
  const owner = await anOrganizer(world, { name: 'Yangi markaz' });
  const email = anAddress();
  const settings = world.deps.config;
  settings.smtpUrl = sink.url;
  try {
    expect((await invite(owner, { email })).reply.link).toBeNull();
    const opportunity = await anOpportunity(world, owner.organization_id, { title: 'Yozgi maktab' });
    const known = await aStudent(world);
    const emails = [await readEmail(known), anAddress()];
    const { reply } = await world.ask(owner, memberCalls.inviteStudents, { body: { emails, opportunity } });
    expect(reply).toEqual({ invited: 2, links: [] });
    expect(await sendDueMails(world.deps, sink.mailer)).toBe(3);
    const mail = sink.mails.find(({ to }) => to[0] === email);
    const token = /https:\/\/imkon\.example\/invite\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] as string;
    expect((await read(token)).reply.email).toBe(email);
    // The mail is the same with and without an account.
    const [first, second] = emails.map((to) => sink.mails.find((one) => one.to[0] === to)?.text.replace(/invite\/[\w-]+/, 'invite/…'));
    expect(first).toBe(second);
    expect(first).toContain('“Yozgi maktab”');
    // The text is cleared after delivery.
    expect((await world.db.selectFrom('outbox').select('text').execute()).map(({ text }) => text)).toEqual(['', '', '']);
  } finally {
    settings.smtpUrl = null;
  }
});

test('removing or demoting a member revokes the invitations their new role does not allow', async () => {
  const owner = await anOrganizer(world);
  const { organization_id } = owner;
  const removed = await anOrganizer(world, { organization_id });
  const lowered = await anOrganizer(world, { organization_id });
  const invited = async (by: Caller, role: string) => {
    const email = anAddress();
    return { email, token: tokenFromLink((await invite(by, { email, role })).reply.link) };
  };
  const ownerBy = await invited(removed, 'owner');
  const reviewerBy = await invited(removed, 'reviewer');
  const [high, low] = [await invited(lowered, 'owner'), await invited(lowered, 'manager')];
  const ownerInvitation = await invited(owner, 'owner');
  await world.ask(owner, memberCalls.removeMember, { params: { id: removed.user_id } });
  await world.ask(owner, memberCalls.changeMember, { params: { id: lowered.user_id }, body: { role: 'manager' } });
  const person = await aFreeOrganizer(ownerBy.email);
  expect([(await accept(person, ownerBy.token)).status, await readMembership(person)]).toEqual([404, undefined]);
  const open = [];
  for (const { token } of [reviewerBy, high, low, ownerInvitation]) open.push((await read(token)).status);
  expect(open).toEqual([404, 404, 200, 200]);
  const { reply } = await world.ask(owner, memberCalls.audit);
  expect(reply.results.filter(({ action }) => action === 'invitation_revoked').map(({ details }) => details)).toEqual([
    high.email,
    reviewerBy.email,
    ownerBy.email,
  ]);
});

test('demotion to reviewer revokes all invitations of the member', async () => {
  const owner = await anOrganizer(world);
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const tokens = [];
  for (const role of ['reviewer', 'manager']) tokens.push(tokenFromLink((await invite(manager, { email: anAddress(), role })).reply.link));
  await world.ask(owner, memberCalls.changeMember, { params: { id: manager.user_id }, body: { role: 'reviewer' } });
  const open = [];
  for (const token of tokens) open.push((await read(token)).status);
  expect(open).toEqual([404, 404]);
});
