import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { accountCalls } from '#contract/account.ts';
import { applicationCalls } from '#contract/application.ts';
import { memberCalls } from '#contract/member.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { organizationCalls } from '#contract/organization.ts';
import { reviewCalls } from '#contract/review.ts';
import { studentCalls } from '#contract/student.ts';
import { routes } from '../app.ts';
import { removeDetachedFiles } from '../files/removal.ts';
import { callKey, samples } from '../testing/callSamples.ts';
import { aCompleteStudent, aFile } from '../testing/completeStudent.ts';
import { aFixture, password } from '../testing/fixture.ts';
import { aPhoto } from '../testing/sampleFiles.ts';
import { anOpportunity, anOrganizer, aWorld, callUrl, untilTransactionBlocked } from '../testing/world.ts';

const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'imkon-deletion-'));
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }));
const logged: string[] = [];
const stream = new Writable({
  write: (line, _, done) => {
    logged.push(String(line));
    done();
  },
});
const world = aWorld({ dataDir }, { logger: { level: 'info', stream } });
const strict = aWorld({ dataDir, limits: 'strict' });

/** Every row of every table as text, one per line. */
const readAllRows = async (): Promise<string[]> => {
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.db);
  const lines: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(table_name)} t`.execute(world.db);
    lines.push(...rows.map(({ line }) => `${table_name} ${line}`));
  }
  return lines.sort();
};
/** Every file in the data folder with its content. */
const readAllFiles = async (): Promise<string[]> => {
  const found = await fs.readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => `${path.relative(dataDir, file)} ${await fs.readFile(file, 'latin1')}`));
};
const remove = (actor: Parameters<typeof world.ask>[0], typed = password) =>
  world.ask(actor, accountCalls.deleteAccount, { body: { password: typed } });

test('deletion leaves no row, file or log line with the user’s data and changes no other user’s data', async () => {
  const other = await aCompleteStudent(world, 'qoshni');
  const otherRows = async () => (await readAllRows()).filter((line) => line.includes('qoshni')).sort();
  const before = await otherRows();
  const me = await aCompleteStudent(world, 'kanareyka', '1987-03-21');
  const traces = /kanareyka|1987-03-21/;

  // Requests that could log the user’s data: searches, signed links, refusals and database errors.
  const search = { query: { search: 'kanareyka', student_university: 'kanareyka' } };
  await world.ask(me.accepting.organizer, applicationCalls.received, search);
  await world.ask(null, opportunityCalls.list, { query: { search: 'kanareyka' } });
  await world.app.inject({ url: '/yoq?ism=kanareyka' });
  await world.app.inject({ url: me.profile.cv_url });
  await world.ask(null, accountCalls.login, { body: { email: me.email, password: 'boshqa-parol-7' } });
  const again = { email: me.email, password, password_confirm: password, ...me.names };
  expect((await world.ask(null, accountCalls.register, { body: again, headers: { 'idempotency-key': 'kalit' } })).status).toBe(400);
  await sql`alter table users rename constraint users_email_key to unheard_of_key`.execute(world.db);
  expect((await world.ask(null, accountCalls.register, { body: again })).status).toBe(500);
  await sql`alter table users rename constraint unheard_of_key to users_email_key`.execute(world.db);
  expect(logged.some((line) => line.includes('unheard_of_key'))).toBe(true);

  // Actions of an organization that name the user, with replies stored under an Idempotency-Key.
  const { organizer } = me.accepting;
  const headers = { 'idempotency-key': 'bir' };
  const filter = { search: 'kanareyka', student_university: 'kanareyka' };
  const params = { application_id: me.applications.accepted };
  const actions = [
    await world.ask(organizer, reviewCalls.message, { headers, body: { filter, subject: 'Salom', text: 'Salom, {ism}!' } }),
    await world.ask(organizer, reviewCalls.addNote, { headers, params, body: { text: `${me.names.first_name}: yaxshi` } }),
    await world.ask(organizer, memberCalls.inviteStudents, { headers, body: { emails: [me.email] } }),
    await world.ask(organizer, reviewCalls.export, { body: { format: 'csv', filter } }),
  ];
  expect(actions.map(({ status }) => status)).toEqual([200, 201, 201, 201]);

  expect((await readAllRows()).filter((line) => traces.test(line)).length).toBeGreaterThan(20);
  expect((await readAllFiles()).filter((file) => traces.test(file))).toHaveLength(3);

  const refused = await remove(me.actor, 'boshqa-parol-7');
  expect([refused.status, refused.body.code]).toEqual([400, 'wrong_password']);
  expect((await remove(me.actor)).status).toBe(204);

  const rows = await readAllRows();
  expect(rows.filter((line) => traces.test(line))).toEqual([]);
  expect(rows.filter((line) => new RegExp(`"(user|student|owner|actor)_id": ${me.actor.user_id}\\b`).test(line))).toEqual([]);
  expect(rows.filter((line) => new RegExp(`^(limits|idempotency_keys) .*[ "]${me.actor.user_id}"`).test(line))).toEqual([]);
  expect((await readAllFiles()).filter((file) => traces.test(file))).toEqual([]);
  expect(logged.length).toBeGreaterThan(20);
  expect(logged.filter((line) => traces.test(line))).toEqual([]);
  expect(logged.filter((line) => /sig=|search=/.test(line))).toEqual([]);

  // The repeated request is not executed again, although its stored reply was deleted.
  const repeated = await world.ask(organizer, reviewCalls.message, { headers, body: { filter, subject: 'Salom', text: 'Salom, {ism}!' } });
  expect([repeated.status, repeated.body.code]).toEqual([409, 'conflict']);

  expect(await otherRows()).toEqual(before);
  expect((await readAllFiles()).filter((file) => file.includes('qoshni'))).toHaveLength(3);
  expect((await world.ask(other.actor, studentCalls.profile)).status).toBe(200);
});

test('applications remain without personal data; an undecided one is withdrawn and frees its place', async () => {
  const me = await aCompleteStudent(world, 'ketuvchi');
  const { accepting, waiting, applications } = me;
  await world.db.updateTable('opportunities').set({ max_applications: 1 }).where('id', '=', waiting.opportunity).execute();
  await remove(me.actor);
  const counts = await world.db
    .selectFrom('opportunities')
    .select(['application_count', 'accepted_count'])
    .where('id', 'in', [accepting.opportunity, waiting.opportunity])
    .orderBy('id')
    .execute();
  expect(counts).toEqual([
    { application_count: 1, accepted_count: 1 },
    { application_count: 0, accepted_count: 0 },
  ]);
  const { reply: stats } = await world.ask(accepting.organizer, applicationCalls.stats);
  expect(stats).toMatchObject({ total: 1, accepted: 1 });
  const { reply: list } = await world.ask(accepting.organizer, applicationCalls.received);
  expect(list.results).toMatchObject([
    {
      id: applications.accepted,
      status: 'accepted',
      student_name: 'O‘chirilgan hisob',
      student_email: '',
      student_university: null,
      student_avatar: null,
    },
  ]);
  const { reply: detail } = await world.ask(waiting.organizer, applicationCalls.detail, { params: { id: applications.waiting } });
  expect(detail).toMatchObject({ student: null, cv_url: null, answers: [], documents: [], reason: null, status: 'withdrawn' });
  expect(detail.history.map(({ status, reason }) => [status, reason])).toEqual([
    ['pending', null],
    ['withdrawn', null],
  ]);
  const next = await aCompleteStudent(world, 'keyingi');
  const place = await world.ask(next.actor, applicationCalls.apply, { body: { opportunity: waiting.opportunity, answers: {} } });
  expect(place.status).toBe(201);
});

test('the same e-mail can sign up again and starts empty', async () => {
  const me = await aCompleteStudent(world, 'qaytgan');
  await remove(me.actor);
  const body = { email: me.email, password, password_confirm: password, first_name: 'Yangi' };
  // The Idempotency-Key of the first sign-up is free again.
  const { reply } = await world.ask(null, accountCalls.register, { body, headers: { 'idempotency-key': me.text('kalit') } });
  expect(reply.id).not.toBe(me.actor.user_id);
  const actor = { ...me.actor, user_id: reply.id };
  expect((await world.ask(actor, applicationCalls.list, {})).reply).toMatchObject({ count: 0 });
});

test('signs out every device: refresh fails, and calls with an unexpired access token are refused', async () => {
  const setting = await aFixture(world);
  const { student, organization } = setting;
  const me = await aCompleteStudent(world, 'chiqqan');
  await remove(me.actor);
  const refreshed = await world.ask(null, accountCalls.refresh, { body: { refresh: me.tokens.refresh } });
  expect([refreshed.status, refreshed.body.code]).toEqual([401, 'session_ended']);
  const link = await world.app.inject({ url: me.profile.cv_url });
  expect(link.statusCode).toBe(404);
  const readLimitKeys = async (user_id: number) =>
    (await world.db.selectFrom('limits').select('key').where('key', 'like', `% ${user_id}`).execute()).map(({ key }) => key);
  expect(await readLimitKeys(me.actor.user_id)).toEqual([]);

  // Sample requests for every route, prepared now and sent after their senders are deleted.
  const prepared = new Map<string, Awaited<ReturnType<NonNullable<ReturnType<typeof samples.get>>>>>();
  for (const { call } of routes) {
    const sample = await samples.get(callKey(call))?.(setting, world);
    if (sample) prepared.set(callKey(call), sample);
  }
  // Other members that samples added would make the owner the last owner.
  const { organization_id, user_id } = organization;
  await world.db.deleteFrom('members').where('organization_id', '=', organization_id).where('user_id', '<>', user_id).execute();
  for (const actor of [student, organization]) expect((await remove(actor)).status).toBe(204);
  const outcomes: Record<string, string[]> = {};
  for (const { call, audience } of routes) {
    const sample = prepared.get(callKey(call));
    if (!sample || audience === 'guest' || audience === 'anyone' || audience === 'admin') continue;
    const actor = audience === 'user' || audience === 'staff' ? setting[sample.by] : setting[audience];
    const { statusCode } = await world.app.inject({
      method: call.method,
      url: callUrl(call, { params: sample.params ?? {}, query: sample.query ?? {} }),
      headers: { authorization: `Bearer ${world.deps.tokens.sign(actor, world.clock.now)}`, 'idempotency-key': 'kech' },
      ...(sample.body ? { payload: sample.body } : {}),
    });
    const outcome = `${call.method === 'GET' ? 'read' : 'write'} ${statusCode}`;
    outcomes[outcome] = [...(outcomes[outcome] ?? []), callKey(call)];
  }
  // Reads may return empty replies; none fails, and no write succeeds.
  expect(Object.keys(outcomes).sort()).toEqual(['read 200', 'read 401', 'write 401']);
  expect(outcomes['read 401']).toContain('GET /students/profile/');
  const storedReplies = await world.db.selectFrom('idempotency_keys').select('key').where('key', '=', 'kech').execute();
  expect(storedReplies).toEqual([]);
  expect([await readLimitKeys(student.user_id), await readLimitKeys(organization.user_id)]).toEqual([[], []]);
});

test('an upload in progress during deletion is refused and leaves nothing', async () => {
  const me = await aCompleteStudent(world, 'sekin');
  const origin = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
  const picture = await aPhoto();
  const form = (end: string) => `--b\r\ncontent-disposition: form-data; name="avatar"; filename="sekin.jpg"\r\n\r\n${end}`;
  const token = world.deps.tokens.sign(me.actor, world.clock.now);
  const request = http.request({
    ...{ host: origin.hostname, port: origin.port, path: callUrl(studentCalls.uploadPicture, {}), method: 'POST' },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': 'sekin-kalit' },
  });
  const answered = once(request, 'response');
  const arrived = once(world.app.server, 'request');
  request.write(form(''));
  request.write(picture.subarray(0, 1000));
  await arrived;
  expect((await remove(me.actor)).status).toBe(204);
  request.end(Buffer.concat([picture.subarray(1000), Buffer.from('\r\n--b--\r\n')]));
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(401);
  const rows = await readAllRows();
  expect(
    rows.filter((line) => /sekin/.test(line) || new RegExp(`^(limits|idempotency_keys) .*[ "]${me.actor.user_id}"`).test(line)),
  ).toEqual([]);
  expect((await readAllFiles()).filter((file) => /^files\/avatar/.test(file) && file.includes('WEBP'))).toEqual([]);
});

test('concurrent deletion, application and profile change leave no data, in any order', { timeout: 60_000 }, async () => {
  const organizer = await anOrganizer(world);
  for (let round = 0; round < 8; round += 1) {
    const me = await aCompleteStudent(world, `shoshqin${String.fromCharCode(97 + round)}`);
    const opportunity = await anOpportunity(world, organizer.organization_id);
    const [removed, ...sent] = await Promise.all([
      remove(me.actor),
      world.ask(me.actor, applicationCalls.apply, { body: { opportunity, answers: {} } }),
      world.ask(me.actor, applicationCalls.withdraw, { params: { id: me.applications.waiting } }),
      world.ask(me.actor, studentCalls.update, { body: { first_name: 'shoshqin', about_me: 'shoshqin' } }),
    ]);
    expect(removed.status).toBe(204);
    expect(sent.map(({ status }) => status).filter((status) => ![200, 201, 400, 401].includes(status))).toEqual([]);
    expect((await readAllRows()).filter((line) => line.includes('shoshqin'))).toEqual([]);
  }
});

test('a file that could not be removed is removed by the next run', async () => {
  const me = await aCompleteStudent(world, 'qoldiq');
  const folder = path.join(dataDir, 'files', me.files.resume.name);
  await fs.rm(folder);
  await fs.mkdir(path.join(folder, 'x'), { recursive: true });
  await remove(me.actor);
  const detached = () => world.db.selectFrom('files').selectAll().where('kind', '=', 'gone').execute();
  expect(await detached()).toMatchObject([{ name: me.files.resume.name, owner_id: null, original_name: null }]);
  await fs.rm(folder, { recursive: true });
  await fs.writeFile(folder, 'qoldiq');
  await removeDetachedFiles(world.deps);
  expect(await detached()).toEqual([]);
  expect((await readAllFiles()).filter((file) => file.includes('qoldiq'))).toEqual([]);
});

test('wrong passwords are limited as at sign-in', async () => {
  const setting = await aFixture(strict);
  const guess = (typed: string) => strict.ask(setting.student, accountCalls.deleteAccount, { body: { password: typed } });
  for (let time = 0; time < 10; time += 1) expect((await guess(`taxmin-${time}-xx`)).status).toBe(400);
  expect((await guess(password)).status).toBe(429);
});

describe('the organization of a deleted account', () => {
  const setPasswords = async (): Promise<void> => {
    await aFixture(world);
  };
  const readOrganization = (id: number) =>
    world.db.selectFrom('organizations').select(['is_active', 'phone', 'email', 'name']).where('id', '=', id).executeTakeFirstOrThrow();

  test('becomes inactive without members: published opportunities close, applications stay', async () => {
    const me = await anOrganizer(world, { name: 'Yolg‘iz', phone: '+998900000001', email: 'yolgiz@example.uz' });
    const published = await anOpportunity(world, me.organization_id, { created_by: me.user_id });
    const draft = await anOpportunity(world, me.organization_id, { status: 'draft', published_at: null });
    const cover = await aFile(world, me, 'cover', 'mening-suratim.jpg', 'surat', 'webp');
    const applicant = await aCompleteStudent(world, 'arizachi');
    await setPasswords();
    await world.ask(applicant.actor, applicationCalls.apply, { body: { opportunity: published, answers: {} } });
    expect((await remove(me)).status).toBe(204);
    expect(await readOrganization(me.organization_id)).toEqual({ is_active: false, phone: null, email: null, name: 'Yolg‘iz' });
    const items = await world.db
      .selectFrom('opportunities')
      .select(['id', 'status', 'created_by', 'application_count'])
      .where('organization_id', '=', me.organization_id)
      .orderBy('id')
      .execute();
    expect(items).toEqual([
      { id: published, status: 'closed', created_by: null, application_count: 1 },
      { id: draft, status: 'draft', created_by: null, application_count: 0 },
    ]);
    const file = await world.db.selectFrom('files').selectAll().where('name', '=', cover.name).executeTakeFirst();
    expect(file).toMatchObject({ kind: 'cover', owner_id: null, original_name: null });
    expect((await readAllFiles()).filter((one) => one.startsWith(path.join('files', cover.name)))).toHaveLength(1);
    const { reply } = await world.ask(applicant.actor, applicationCalls.list, { query: { opportunity: published } });
    expect(reply.results).toMatchObject([{ status: 'pending', can_withdraw: true, opportunity_status: 'closed' }]);
  });

  test('keeps its last owner while there are other members; other roles can leave', async () => {
    const owner = await anOrganizer(world);
    const { organization_id } = owner;
    const [manager, reviewer] = [
      await anOrganizer(world, { organization_id, role: 'manager' }),
      await anOrganizer(world, { organization_id, role: 'reviewer' }),
    ];
    await setPasswords();
    const refused = await remove(owner);
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'last_owner', detail: 'Siz tashkilotning yagona egasisiz. Avval egalikni boshqa a’zoga topshiring.' },
    ]);
    expect((await world.ask(owner, organizationCalls.profile)).reply.member_count).toBe(3);
    expect((await remove(reviewer)).status).toBe(204);
    await world.db.updateTable('members').set({ role: 'owner' }).where('user_id', '=', manager.user_id).execute();
    expect((await remove(owner)).status).toBe(204);
    expect((await world.ask(manager, organizationCalls.profile)).reply).toMatchObject({ member_count: 1, is_active: true });
    expect((await world.ask(owner, organizationCalls.profile)).status).toBe(401);
  });

  test('keeps a member who becomes the only owner during their deletion', async () => {
    const owner = await anOrganizer(world);
    const { organization_id } = owner;
    const manager = await anOrganizer(world, { organization_id, role: 'manager' });
    await setPasswords();
    let deletion: ReturnType<typeof remove> | undefined;
    await world.db.transaction().execute(async (trx) => {
      await trx.selectFrom('organizations').select('id').where('id', '=', organization_id).forUpdate().execute();
      deletion = remove(manager);
      await untilTransactionBlocked(world);
      await trx.updateTable('members').set({ role: 'owner' }).where('user_id', '=', manager.user_id).execute();
      await trx.updateTable('members').set({ role: 'manager' }).where('user_id', '=', owner.user_id).execute();
    });
    expect((await deletion)?.body.code).toBe('last_owner');
  });

  test('becomes inactive when its two owners are deleted concurrently', async () => {
    const owner = await anOrganizer(world);
    const other = await anOrganizer(world, { organization_id: owner.organization_id });
    await setPasswords();
    const answers = await Promise.all([remove(owner), remove(other)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await readOrganization(owner.organization_id)).toMatchObject({ is_active: false });
  });
});

test('an administrator can delete their account', async () => {
  const { admin } = await aFixture(world);
  expect((await remove(admin)).status).toBe(204);
  expect((await remove(admin)).status).toBe(401);
});
