import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { applicationStatuses } from '#contract/application-rules.ts';
import { reviewCalls as calls } from '#contract/review.ts';
import {
  anApplication,
  createApplicants,
  createReceivedApplications,
  type ReceivedRow,
  sortReceived,
} from '../testing/receivedApplications.ts';
import { anOpportunity, anOrganizer, aStudent, aWorld, aQuestion as questionOf } from '../testing/world.ts';

const world = aWorld();
type Organizer = Awaited<ReturnType<typeof anOrganizer>>;
let owner: Organizer;
let other: Organizer;
let rows: ReceivedRow[] = [];

beforeAll(async () => {
  owner = await anOrganizer(world);
  other = await anOrganizer(world);
  const applicants = await createApplicants(world);
  rows = await createReceivedApplications(world, owner, applicants);
  await createReceivedApplications(world, other, applicants);
});

const requestExport = async (actor: Organizer, format: 'xlsx' | 'csv', filter?: object) =>
  (await world.ask(actor, calls.export, { body: { format, ...(filter ? { filter } : {}) } })).reply;
const opened = async (url: string) => {
  const response = await world.app.inject({ url });
  expect(response.statusCode).toBe(200);
  return response;
};
const openSheet = async (url: string) => {
  const book = await readXlsx((await opened(url)).rawPayload);
  expect(book.sheets).toHaveLength(1);
  return (book.sheets[0] as (typeof book.sheets)[number]).rows;
};
const aQuestion = async (opportunity_id: number, question: string, question_type: string, order: number) => ({
  id: await questionOf(world, opportunity_id, { question, question_type, order }),
  question,
  question_type,
});
const fixed = [
  'Ariza raqami',
  'Ism va familiya',
  'Elektron pochta',
  'Telefon',
  'Universitet',
  'Imkoniyat',
  'Holat',
  'Ariza sanasi (Toshkent vaqti)',
  'O‘zgartirilgan (Toshkent vaqti)',
  'O‘rtacha ball',
  'Mediana',
  'Baholar soni',
  'Suhbat (Toshkent vaqti)',
  'Suhbat joyi',
  'Sabab',
];

test('exports the filtered applications in list order, with typed numbers, dates and texts', async () => {
  for (const filter of [{}, { status: ['accepted'] }, { search: 'tatu', ordering: '-score' }] as const) {
    const found = sortReceived(
      rows.filter((row) => ('status' in filter ? row.status === 'accepted' : 'search' in filter ? row.university === 'TATU' : true)),
      'ordering' in filter ? filter.ordering : undefined,
    );
    const { url, count } = await requestExport(owner, 'xlsx', filter);
    expect(count).toBe(found.length);
    const [headers, ...cells] = await openSheet(url);
    expect(headers).toEqual(fixed);
    expect(cells.map(([id]) => id)).toEqual(found.map(({ id }) => id));
    for (const [at, row] of found.entries()) {
      const open = !row.blind && (row.status === 'accepted' || Number(row.last_name.replace('Sinov', '')) % 2 === 0);
      const inTashkent = (moment: string) => new Date(Date.parse(moment) + 5 * 3_600_000);
      expect(cells[at]?.slice(1, 12)).toEqual([
        row.blind ? `Nomzod ${row.id}` : `${row.first_name} ${row.last_name}`,
        row.blind ? null : row.email,
        open ? `'+99890000${row.student_id}` : null,
        row.university,
        row.title,
        applicationStatuses[row.status],
        inTashkent(row.applied_at),
        inTashkent(row.updated_at),
        row.score,
        null,
        0,
      ]);
    }
  }
});

test('has one column per question in order, removed ones included, with typed numbers and days', async () => {
  const organizer = await anOrganizer(world);
  const first = await anOpportunity(world, organizer.organization_id, { title: 'Birinchi dastur' });
  const second = await anOpportunity(world, organizer.organization_id, { title: 'Ikkinchi dastur' });
  const removed = await aQuestion(first, 'O‘chirilgan savol', 'text', 1);
  const why = await aQuestion(first, 'Nega siz?', 'textarea', 3);
  const gpa = await aQuestion(first, 'GPA', 'number', 2);
  const born = await aQuestion(first, 'Tug‘ilgan kun', 'date', 4);
  const file = await aQuestion(first, 'Fayl', 'file', 5);
  const alike = await aQuestion(second, 'Nega siz?', 'text', 1);
  const questions = [removed, why, gpa, born, file];
  const answers = {
    [removed.id]: 'Edi',
    [why.id]: 'Chunki\nxohlayman',
    [gpa.id]: '4,5',
    [born.id]: '2006-05-14',
    [file.id]: '/files/document/a.pdf',
  };
  const full = await anApplication(world, first, {
    answers,
    questions,
    interview_at: '2026-09-12T05:30:00Z',
    interview_place: '3-xona',
    status: 'interview_scheduled',
    reason: 'Yaxshi',
  });
  const code = await anApplication(world, first, { answers: { [gpa.id]: '+998901234567', [born.id]: 'bilmayman' }, questions });
  const inSecond = await anApplication(world, second, { answers: { [alike.id]: 'Ikkinchi javob' }, questions: [alike] });
  await world.db.deleteFrom('questions').where('id', '=', removed.id).execute();
  const [headers, ...cells] = await openSheet((await requestExport(organizer, 'xlsx', { ordering: 'applied_at' })).url);
  expect(headers?.slice(fixed.length)).toEqual([
    'GPA',
    'Nega siz? (Birinchi dastur)',
    'Tug‘ilgan kun',
    'Fayl',
    'O‘chirilgan savol',
    'Nega siz? (Ikkinchi dastur)',
  ]);
  const readAnswers = (id: number) =>
    [...(cells.find(([one]) => one === id) ?? []), null, null, null, null, null, null].slice(fixed.length, fixed.length + 6);
  expect(readAnswers(full)).toEqual([4.5, 'Chunki\nxohlayman', new Date('2006-05-14T00:00:00Z'), 'Fayl yuklangan', 'Edi', null]);
  expect(readAnswers(code)).toEqual(["'+998901234567", null, 'bilmayman', null, null, null]);
  expect(readAnswers(inSecond)).toEqual([null, null, null, null, null, 'Ikkinchi javob']);
  expect(cells.find(([one]) => one === full)?.slice(12, 15)).toEqual([new Date('2026-09-12T10:30:00Z'), '3-xona', 'Yaxshi']);
});

/** Texts that a spreadsheet could evaluate as a formula. */
const hostile = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("http://example.com","bos")',
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '"=1+1"',
  'yaxshi;=1+1',
  'birinchi\n=1+1',
  'a"b,c\r\nd',
];
test('escapes formulas in both formats and leaves other text unchanged', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id, { title: '=cmd()' });
  const question = await aQuestion(opportunity, '@savol', 'text', 1);
  for (const text of hostile)
    await anApplication(world, opportunity, {
      first_name: text,
      last_name: '',
      university: text,
      answers: { [question.id]: text },
      questions: [question],
      reason: text,
    });
  const [headers, ...cells] = await openSheet((await requestExport(organizer, 'xlsx', { ordering: 'applied_at' })).url);
  expect(headers?.at(-1)).toBe("'@savol");
  const begins = /^[=+\-@\t\r＝]/;
  const plain = (text: string) => (begins.test(text) ? `'${text}` : text).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  expect(cells.map((row) => String(row.at(-1)).replaceAll('\r\n', '\n').replaceAll('\r', '\n'))).toEqual(hostile.map(plain));
  for (const row of [headers, ...cells]) for (const cell of row ?? []) if (typeof cell === 'string') expect(cell).not.toMatch(begins);

  const csv = (await opened((await requestExport(organizer, 'csv', { ordering: 'applied_at' })).url)).payload;
  const lines = parseCsv(csv.replace(/^\ufeff/, ''));
  expect(lines).toHaveLength(hostile.length + 1);
  for (const row of lines) for (const cell of row) expect(String(cell)).not.toMatch(begins);
  // Split at semicolons and line breaks, as another program might.
  for (const piece of csv.split(/[;\r\n]/)) expect(piece.replace(/^"+/, '')).not.toMatch(/^[=+\-@]/);
});

test('CSV has a byte order mark, CRLF line ends, and plain days and numbers', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id, { title: 'Dastur, "yozgi"' });
  const gpa = await aQuestion(opportunity, 'GPA', 'number', 1);
  const id = await anApplication(world, opportunity, {
    first_name: 'Ўктам',
    last_name: 'G‘aniyev',
    phone: '+998901112233',
    answers: { [gpa.id]: '-3,5' },
    questions: [gpa],
    applied_at: '2026-09-09T20:15:00Z',
  });
  const { email } = await world.db.selectFrom('users').select('email').where('first_name', '=', 'Ўктам').executeTakeFirstOrThrow();
  const response = await opened((await requestExport(organizer, 'csv')).url);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe('attachment; filename=arizalar-2026-09-10.csv');
  expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(response.payload.slice(1).split('\r\n')).toEqual([
    [...fixed, 'GPA'].join(','),
    `${id},Ўктам G‘aniyev,${email},'+998901112233,,"Dastur, ""yozgi""",Kutilmoqda,2026-09-10T01:15:00+05:00,2026-09-10T12:00:00+05:00,,,0,,,,-3.5`,
  ]);
});

test('exports no name, e-mail or phone in a blind review, also not in answers', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id, { blind_review: true });
  const why = await aQuestion(opportunity, 'Nega siz?', 'text', 1);
  const link = await aQuestion(opportunity, 'Sayt', 'url', 2);
  const answers = { [why.id]: 'Men Kanareyka, kanareykaxon@example.uz', [link.id]: 'https://example.uz/kanareyka' };
  await anApplication(world, opportunity, {
    first_name: 'Kanareyka',
    last_name: 'Qushova',
    phone: '+998935557799',
    university: 'TATU Kanareyka',
    answers,
    questions: [why, link],
    status: 'accepted',
    reason: 'Qushova yaxshi',
  });
  for (const format of ['xlsx', 'csv'] as const) {
    const { url } = await requestExport(organizer, format);
    const text = format === 'csv' ? (await opened(url)).payload : JSON.stringify(await openSheet(url));
    expect(text).toContain('Nomzod ');
    expect(text).toContain('TATU');
    expect(text).not.toMatch(/kanareyka|qushova|5557799|example\.uz/i);
  }
});

test('only owners and managers export, the audit log records it, and a link works only while they may', async () => {
  const reviewer = await anOrganizer(world, { organization_id: owner.organization_id, role: 'reviewer' });
  const manager = await anOrganizer(world, { organization_id: owner.organization_id, role: 'manager' });
  const ask = async (actor: Organizer | Awaited<ReturnType<typeof aStudent>>) =>
    (await world.ask(actor, calls.export, { body: { format: 'csv', filter: { status: ['pending'] } } })).status;
  expect([await ask(reviewer), await ask(await aStudent(world)), await ask(manager)]).toEqual([403, 403, 201]);
  const { url, id } = await requestExport(manager, 'csv', { status: ['pending'], search: 'Alisher' });
  const found = rows.filter((row) => row.status === 'pending' && row.first_name === 'Alisher' && !row.blind).length;
  const log = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('actor_id', '=', manager.user_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect([log.organization_id, log.action, log.details]).toEqual([
    owner.organization_id,
    'applications_exported',
    `CSV: ${found} ta ariza (status: pending; search: …)`,
  ]);
  // Applications of other organizations are never exported.
  const foreign = await world.db
    .selectFrom('applications')
    .select('opportunity_id')
    .where('organization_id', '=', other.organization_id)
    .executeTakeFirstOrThrow();
  expect((await requestExport(owner, 'csv', { opportunity: foreign.opportunity_id })).count).toBe(0);

  expect((await world.app.inject({ url })).statusCode).toBe(200);
  expect((await world.app.inject({ url: url.replace(/sig=./, 'sig=!') })).statusCode).toBe(403);
  expect((await world.app.inject({ url: url.replace(`/${id}/`, `/${id + 1}/`) })).statusCode).toBe(403);
  await world.db.updateTable('members').set({ role: 'reviewer' }).where('user_id', '=', manager.user_id).execute();
  expect((await world.app.inject({ url })).statusCode).toBe(403);
  await world.db
    .updateTable('members')
    .set({ role: 'manager', organization_id: other.organization_id })
    .where('user_id', '=', manager.user_id)
    .execute();
  expect((await world.app.inject({ url })).statusCode).toBe(403);
  await world.db.deleteFrom('members').where('user_id', '=', manager.user_id).execute();
  expect((await world.app.inject({ url })).statusCode).toBe(404);
  const later = (await requestExport(owner, 'xlsx')).url;
  world.clock.now = new Date(world.clock.now.getTime() + 61 * 60_000);
  expect((await world.app.inject({ url: later })).json().code).toBe('link_expired');
});

test('refuses an unknown format or filter', async () => {
  expect(Object.keys((await world.ask(owner, calls.export, { body: { format: 'pdf' } })).body)).toEqual(['format']);
  expect((await world.ask(owner, calls.export, { body: { format: 'csv', filter: { status: ['x'] } } })).status).toBe(400);
});

test('stops reading rows when the client disconnects', async () => {
  const organizer = await anOrganizer(world);
  const opportunity = await anOpportunity(world, organizer.organization_id);
  const question = await aQuestion(opportunity, 'Nega siz?', 'textarea', 1);
  // Without the counting triggers, which take long row by row.
  await sql`alter table applications disable trigger applications_count`.execute(world.db);
  // Random letters, which do not compress.
  await sql`
    with made as (
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      select 'oqim' || n || '@example.uz', 'none', 'Oqim', 'Kishi' || n, 'student', now(), now() from generate_series(1, 20000) n returning id
    )
    insert into applications (opportunity_id, student_id, snapshot, answers, applied_at, updated_at)
    select ${opportunity}, id, '{"first_name":"Oqim","last_name":"Kishi"}',
      jsonb_build_object(${String(question.id)}::text, md5(id::text) || md5('a' || id) || md5('b' || id) || md5('c' || id)), now(), now() from made`.execute(
    world.db,
  );
  await sql`alter table applications enable trigger applications_count`.execute(world.db);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  for (const format of ['xlsx', 'csv'] as const) {
    const { url } = await requestExport(organizer, format);
    const before = world.statements();
    const disconnected = new Promise<void>((resolve) => {
      world.app.server.once('request', (_, response) => response.once('close', resolve));
    });
    http.get({ host: '127.0.0.1', port, path: url }, (response) => {
      response.once('data', () => response.destroy());
    });
    await disconnected;
    // Enough time for forty more batches.
    const waited = 200;
    for (let turn = 0; turn < waited; turn += 1) await sql`select count(*) from generate_series(1, 10000)`.execute(world.db);
    expect(world.statements() - before - waited).toBeLessThan(25);
  }
});
