import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationCalls } from '#contract/application.ts';
import { opportunityCalls } from '#contract/opportunity.ts';
import { duplicateTitle } from '#contract/opportunity-rules.ts';
import { reviewCalls } from '#contract/review.ts';
import type { Actor } from '../http/actor.ts';
import { anAdmin, anOpportunity, anOrganizer, aStudent, aWorld } from '../testing/world.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'imkon-copies-'));
const world = aWorld({ dataDir });
let owner: Actor & { organization_id: number };
let skills: number[];
beforeAll(async () => {
  owner = await anOrganizer(world);
  const rows = await world.db
    .insertInto('skills')
    .values(['Python', 'Go'].map((name) => ({ name, category: 'technical' })))
    .returning('id')
    .execute();
  skills = rows.map(({ id }) => id);
});
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const duplicate = (id: number, actor: Actor | null = owner, key?: string) =>
  world.ask(actor, opportunityCalls.duplicate, { params: { id }, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const detail = async (id: number, actor: Actor | null = owner) =>
  (await world.ask(actor, opportunityCalls.detail, { params: { id } })).reply;
const readRow = async (id: number) =>
  world.db.selectFrom('opportunities').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as unknown as Promise<
    Record<string, unknown>
  >;
const withoutIds = (items: { id: number }[]) => items.map(({ id: _, ...item }) => item);

/** An opportunity with every field filled, a cover and review criteria. */
const createCompleteOpportunity = async () => {
  const form = new FormData();
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#2f6fed' } })
    .jpeg()
    .toBuffer();
  const fields = {
    title: 'Yozgi maktab',
    description: 'Tavsif',
    start_date: '2026-11-01',
    end_date: '2026-11-20',
    application_deadline: '2026-10-01',
    result_announcement_date: '2026-10-20',
    location: 'Toshkent',
    status: 'published',
    opportunity_type: 'camp',
    featured: 'true',
    is_remote: 'true',
    max_applications: '30',
    compensation: 'bor',
    benefits: 'Bir\nIkki',
    application_instructions: 'Yozing',
    min_gpa: '3.5',
    required_major: 'IT',
    graduation_year_min: '2026',
    graduation_year_max: '2028',
    age_min: '16',
    age_max: '25',
    required_skills: JSON.stringify([skills[1], skills[0]]),
    requirements: JSON.stringify([{ requirement: 'Bir', is_mandatory: false }, 'Ikki']),
    profile_requirements: JSON.stringify([{ section: 'education', minimum_items: 2, custom_message: 'Kerak' }]),
    additional_questions: JSON.stringify([
      { question: 'Qaysi?', question_type: 'select', options: ['A', 'B'], is_required: true, help_text: 'Tanlang' },
      { question: 'Nega?', placeholder: 'Chunki', min_length: 2, max_length: 50 },
    ]),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('cover_image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'rasm.jpg');
  const { reply } = await world.ask(owner, opportunityCalls.create, { body: form });
  await world.db
    .updateTable('opportunities')
    .set({ tags: ['amaliyot'] })
    .where('id', '=', reply.id)
    .execute();
  const criteria = [
    { name: 'G‘oya', description: 'Yangilik', weight: 2, max_score: 10 },
    { name: 'Tajriba', description: null, weight: 1, max_score: 5 },
  ];
  await world.ask(owner, reviewCalls.saveReviewSettings, { params: { id: reply.id }, body: { blind_review: true, criteria } });
  return reply.id;
};

test('a copy is a draft with the same content in new rows, without dates, views and applications', async () => {
  const id = await createCompleteOpportunity();
  const other = await anOpportunity(world, owner.organization_id);
  await world.db.insertInto('opportunity_views').values({ opportunity_id: id, day: '2026-09-10', count: 7 }).execute();
  const before = await detail(id);
  world.clock.now = new Date('2026-09-12T07:00:00Z');
  const { reply } = await duplicate(id);
  expect(reply).toEqual({
    ...before,
    id: reply.id,
    title: 'Yozgi maktab (nusxa)',
    status: 'draft',
    status_display: 'Qoralama',
    featured: false,
    cover_image: reply.cover_image,
    start_date: null,
    end_date: null,
    application_deadline: null,
    days_until_deadline: null,
    is_deadline_passed: false,
    result_announcement_date: null,
    published_at: null,
    created_at: '2026-09-12T07:00:00Z',
    updated_at: '2026-09-12T07:00:00Z',
    organization: { ...before.organization },
    requirements: reply.requirements,
    profile_requirements: reply.profile_requirements,
    additional_questions: reply.additional_questions,
  });
  for (const list of ['requirements', 'profile_requirements', 'additional_questions'] as const) {
    expect(before[list].length).toBeGreaterThan(0);
    expect(withoutIds(reply[list])).toEqual(withoutIds(before[list]));
    const ids = new Set<number>(before[list].map((item) => item.id));
    expect(reply[list].filter((item) => ids.has(item.id))).toEqual([]);
  }
  const reviewSettings = async (of: number) => (await world.ask(owner, reviewCalls.reviewSettings, { params: { id: of } })).reply;
  const [settings, copiedSettings] = [await reviewSettings(id), await reviewSettings(reply.id)];
  expect([copiedSettings.blind_review, withoutIds(copiedSettings.criteria), copiedSettings.review_count]).toEqual([
    true,
    withoutIds(settings.criteria),
    0,
  ]);
  expect(copiedSettings.criteria.some((one) => settings.criteria.some(({ id }) => id === one.id))).toBe(false);
  expect(await world.db.selectFrom('opportunity_views').selectAll().where('opportunity_id', '=', reply.id).execute()).toEqual([]);
  // The original and other opportunities are unchanged.
  expect(await detail(id)).toEqual({ ...before, days_until_deadline: 19 });
  expect((await detail(other)).requirements).toEqual([]);
  // Every column is either equal or listed here as different.
  const [old, copy] = [await readRow(id), await readRow(reply.id)];
  const differing = Object.keys(old).filter((column) => JSON.stringify(old[column]) !== JSON.stringify(copy[column]));
  expect(differing.sort()).toEqual(
    ['id', 'title', 'status', 'featured', 'cover_image', 'start_date', 'end_date', 'application_deadline', 'result_announcement_date',
      'fold', 'search_text', 'created_at', 'updated_at', 'published_at'].sort(), // biome-ignore format: a table
  );
  expect(copy).toMatchObject({ created_by: owner.user_id, application_count: 0, accepted_count: 0, import_key: null, is_sample: false });
});

test('search finds a copy in the organization’s own list only', async () => {
  const { reply } = await duplicate(await anOpportunity(world, owner.organization_id, { title: 'Kashfiyot laboratoriyasi' }));
  const search = async (actor: Actor | null, query: object) =>
    (await world.ask(actor, opportunityCalls.list, { query: { search: 'kashfiyot nusxa', ...query } as never })).reply.results.map(
      ({ id }) => id,
    );
  expect(await search(owner, { scope: 'mine' })).toEqual([reply.id]);
  expect(await search(null, {})).toEqual([]);
  expect((await world.ask(await aStudent(world), opportunityCalls.detail, { params: { id: reply.id } })).status).toBe(404);
});

test('the cover is copied: deleting one does not delete the other', async () => {
  const id = await createCompleteOpportunity();
  const original = String((await detail(id)).cover_image);
  const [one, two] = [(await duplicate(id)).reply, (await duplicate(id)).reply];
  const covers = [original, String(one.cover_image), String(two.cover_image)];
  expect(new Set(covers).size).toBe(3);
  const served = async (url: string) => (await world.app.inject(url)).rawPayload;
  const data = await served(original);
  expect(await served(String(one.cover_image))).toEqual(data);
  await world.ask(owner, opportunityCalls.update, { params: { id }, body: { cover_image: null } });
  await world.ask(owner, opportunityCalls.update, { params: { id: one.id }, body: { cover_image: null } });
  expect((await world.app.inject(original)).statusCode).toBe(404);
  expect((await world.app.inject(String(one.cover_image))).statusCode).toBe(404);
  expect(await served(String(two.cover_image))).toEqual(data);
  const rows = await world.db
    .selectFrom('files')
    .select(['name', 'kind', 'owner_id', 'size'])
    .where('name', '=', String(two.cover_image).slice(7))
    .execute();
  expect(rows).toEqual([{ name: String(two.cover_image).slice(7), kind: 'cover', owner_id: owner.user_id, size: data.length }]);
  // A missing cover file does not prevent copying.
  fs.rmSync(path.join(dataDir, String(two.cover_image)));
  expect((await duplicate(two.id)).reply.cover_image).toBeNull();
});

test.each([
  ['Qisqa', 'Qisqa (nusxa)'],
  ['a'.repeat(192), `${'a'.repeat(192)} (nusxa)`],
  ['a'.repeat(200), `${'a'.repeat(192)} (nusxa)`],
  [`${'a'.repeat(191)} bcdefgh`, `${'a'.repeat(191)} (nusxa)`],
  [`${'a'.repeat(191)}😀😀`, `${'a'.repeat(191)} (nusxa)`],
])('the copy of the title %s ends in (nusxa) and has at most 200 units', (title, copy) => {
  expect(duplicateTitle(title)).toBe(copy);
  expect(duplicateTitle(title).length).toBeLessThanOrEqual(200);
});

test('copies the longest title, which can be saved again', async () => {
  const { reply } = await duplicate(await anOpportunity(world, owner.organization_id, { title: 'Ў'.repeat(200) }));
  expect(reply.title).toHaveLength(200);
  expect((await world.ask(owner, opportunityCalls.update, { params: { id: reply.id }, body: { title: reply.title } })).status).toBe(200);
});

test.each(['draft', 'published', 'closed', 'cancelled', 'archived'])('copies a %s opportunity as a draft', async (status) => {
  const { reply } = await duplicate(await anOpportunity(world, owner.organization_id, { status }));
  expect(reply.status).toBe('draft');
});

test('refuses to publish a copy before its dates are set', async () => {
  const missing = { start_date: ['Boshlanish sanasini kiriting'], application_deadline: ['Ariza muddati majburiy'] };
  const { reply } = await duplicate(await anOpportunity(world, owner.organization_id));
  const params = { id: reply.id };
  const publish = () => world.ask(owner, opportunityCalls.publish, { params });
  const change = (body: object) => world.ask(owner, opportunityCalls.update, { params, body });
  expect([(await publish()).status, (await publish()).body]).toEqual([400, missing]);
  expect((await change({ status: 'published' })).body).toEqual(missing);
  expect((await change({ status: 'published', start_date: '2026-12-01' })).body).toEqual({
    application_deadline: missing.application_deadline,
  });
  expect((await detail(reply.id)).status).toBe('draft');
  expect((await change({ application_deadline: '2026-11-01' })).status).toBe(200);
  expect((await publish()).body).toEqual({ start_date: missing.start_date });
  expect((await change({ start_date: '2026-12-01', status: 'published' })).reply.status).toBe('published');
  // An opportunity published without a deadline, such as an imported one, can be reopened without one.
  const imported = await anOpportunity(world, owner.organization_id, { application_deadline: null, start_date: null, status: 'closed' });
  expect((await world.ask(owner, opportunityCalls.publish, { params: { id: imported } })).reply.status).toBe('published');
});

test('creates one copy per idempotency key, also for two requests at the same time', async () => {
  const id = await anOpportunity(world, owner.organization_id);
  const copies = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from opportunities where title like '%(nusxa)'`.execute(
      world.db,
    );
    return rows[0]?.count as number;
  };
  const before = await copies();
  const first = await duplicate(id, owner, 'nusxa-1');
  expect((await duplicate(id, owner, 'nusxa-1')).body).toEqual(first.body);
  const answers = await Promise.all([duplicate(id, owner, 'nusxa-2'), duplicate(id, owner, 'nusxa-2')]);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect((await copies()) - before).toBe(2);
});

test('only owners and managers of the organization can copy', async () => {
  const id = await anOpportunity(world, owner.organization_id);
  const hidden = await anOpportunity(world, owner.organization_id, { deleted_at: world.clock.now });
  const member = async (role: 'manager' | 'reviewer') => anOrganizer(world, { organization_id: owner.organization_id, role });
  expect((await duplicate(id, await member('manager'))).status).toBe(201);
  expect((await duplicate(id, await member('reviewer'))).body.code).toBe('forbidden');
  expect((await duplicate(id, await anOrganizer(world))).body.code).toBe('not_found');
  expect((await duplicate(hidden)).body.code).toBe('not_found');
  expect((await duplicate(id, await aStudent(world))).body.code).toBe('organizers_only');
  expect((await duplicate(id, await anAdmin(world))).body.code).toBe('organizers_only');
  expect((await duplicate(id, null)).status).toBe(401);
});

test('applications to the original are not copied', async () => {
  const id = await anOpportunity(world, owner.organization_id);
  const student = await aStudent(world);
  await world.ask(student, applicationCalls.apply, { body: { opportunity: id, answers: {} } });
  const { reply } = await duplicate(id);
  expect([reply.application_count, (await detail(id)).application_count]).toEqual([0, 1]);
});
