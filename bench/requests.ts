import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { connect, type Db } from '../server/db/connect.ts';
import { makeTokens } from '../server/http/actor.ts';
import { createStorage } from '../server/storage/storage.ts';
import type { RecordedRequest, Recording, Statement } from './served.ts';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}
/** A measurement: its name and its requests by number; `side` keeps the writes of the two servers apart. */
export interface Measurement {
  name: string;
  /** False when the minimal server cannot run it. */
  bare: boolean;
  request(turn: number, side: 0 | 1): Request;
  sample: string[];
}

const studentCount = 200;
const opportunityCount = 200;
/** Ids far above all others, so that they are recognised among recorded values. */
const firstStudentId = 1_000_001;
const firstOpportunityId = 2_000_001;
const firstApplicationId = 3_000_001;
const receiverId = firstStudentId + studentCount + 1;

/** Inserts students who apply and opportunities without requirements or questions. */
export const insertApplicants = async (db: Db, now: Date): Promise<void> => {
  await sql.raw(`alter table users alter column id restart with ${firstStudentId}`).execute(db);
  await sql.raw(`alter table opportunities alter column id restart with ${firstOpportunityId}`).execute(db);
  await sql.raw(`alter table applications alter column id restart with ${firstApplicationId}`).execute(db);
  await sql`
    with made as (
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      select 'bench' || n || '@imkon.example', 'none', 'Talaba', 'Sinov', 'student', ${now}, ${now} from generate_series(0, ${studentCount}) n
      returning id
    ), profile as (
      insert into students (user_id, phone, location, university, major, updated_at)
      select id, '+998900000000', 'Toshkent', 'Universitet', 'Fan', ${now} from made
    )
    insert into education (student_id, institution, degree, field_of_study, start_date, is_current)
    select id, 'Universitet', 'bachelor', 'Fan', '2024-09-02', true from made`.execute(db);
  await sql`
    insert into opportunities (organization_id, title, description, opportunity_type, status, fold, created_at, updated_at, published_at)
    select (select min(id) from organizations), 'Joy ' || n, 'Sinov', 'grant', 'published', ' joy ', timestamptz '2020-01-01', ${now}, ${now}
    from generate_series(0, ${opportunityCount}) n`.execute(db);
  await sql`analyze`.execute(db);
};

/** Applications one organization received: a tenth of `size` (opportunities) below 100,000, otherwise `size`. */
export const receivedCount = (size: number): number => (size < 100_000 ? size / 10 : size);
export const insertReceivedApplications = async (db: Db, size: number, now: Date): Promise<void> => {
  const items = receivedCount(size) / studentCount;
  await sql`
    with owner as (
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      values ('qabul@imkon.example', 'none', 'Qabul', 'Sinov', 'organization', ${now}, ${now}) returning id
    ), house as (
      insert into organizations (name, organization_type, country, city, created_at, updated_at)
      values ('Qabul', 'ngo', 'O‘zbekiston', 'Toshkent', ${now}, ${now}) returning id
    ), member as (
      insert into members (user_id, organization_id, role, created_at) select owner.id, house.id, 'owner', ${now} from owner, house
    )
    insert into opportunities (organization_id, title, description, opportunity_type, status, fold, created_at, updated_at)
    select house.id, 'Qabul ' || n, 'Sinov', 'grant', 'closed', ' qabul ', timestamptz '2020-01-01', ${now} from house, generate_series(1, ${items}::integer) n`.execute(
    db,
  );
  // The counting trigger would take minutes; counters are filled below.
  await sql`alter table applications disable trigger applications_count`.execute(db);
  // Explicit ids, so that the identity column keeps its high start for recorded applications.
  await sql`
    insert into applications (id, opportunity_id, student_id, status, snapshot, applied_at, updated_at)
    overriding system value
    select row_number() over (), o.id, u.id, (array['pending', 'under_review', 'rejected', 'withdrawn'])[1 + (o.id + u.id) % 4], '{}',
      ${now}::timestamptz - (o.id::bigint * 7919 + u.id::bigint * 104729) % 5000000 * interval '1 second', ${now}
    from opportunities o join organizations g on g.id = o.organization_id and g.name = 'Qabul'
    cross join (select id from users where id >= ${firstStudentId} and id < ${firstStudentId + studentCount}) u`.execute(db);
  await sql`insert into application_counts (organization_id, opportunity_id, status, count)
    select organization_id, opportunity_id, status, count(*) from applications group by 1, 2, 3`.execute(db);
  await sql`alter table applications enable trigger applications_count`.execute(db);
  await sql`vacuum analyze`.execute(db);
};

const listPath = '/api/opportunities/?status=published&page_size=9&ordering=-created_at';
const searchPath = (words: string) => `${listPath}&search=${encodeURIComponent(words)}`;

/** All measurements of a run on a filled database. */
export const buildMeasurements = async (db: Db, secret: string, now: Date): Promise<Measurement[]> => {
  const tokens = makeTokens(secret);
  const studentHeaders = Array.from({ length: studentCount + 1 }, (_, index) => ({
    authorization: `Bearer ${tokens.sign({ user_id: firstStudentId + index, user_type: 'student', session_id: randomUUID() }, now)}`,
    'x-student': String(firstStudentId + index),
  }));
  const itemAt = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length] as Item;
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from opportunities where id < ${firstOpportunityId} order by md5(id::text) limit 200`.execute(db);
  // Titles end in a rare word and a number: searches by name.
  const named = rows.slice(0, 40).map(({ title }) => title.split(' ').slice(-2).join(' '));
  const common = ['magistratura stipendiya', 'грант', 'yozgi maktab'];
  const mistyped = named.slice(0, 12).map((words) => words.replace(/^(.)(.)(.)/, '$1$3$2'));
  const reading = (name: string, paths: string[], signedIn = true): Measurement => ({
    name,
    bare: true,
    sample: paths,
    request: (turn) => ({ method: 'GET', path: itemAt(paths, turn), headers: signedIn ? itemAt(studentHeaders, turn) : {} }),
  });
  const pages = [1, 2, 3, 4, 5].map((page) => `${listPath}&page=${page}`);
  const receiverHeaders = {
    authorization: `Bearer ${tokens.sign({ user_id: receiverId, user_type: 'organization', session_id: randomUUID() }, now)}`,
  };
  const received = [1, 2, 3, 4, 5].map((page) => `/api/applications/?page_size=20&ordering=-applied_at&page=${page}`);
  /** A rendered page; an address that changes each time bypasses the cache. */
  const rendered = (name: string, path: (turn: number) => string): Measurement => ({
    name,
    bare: false,
    sample: [],
    request: (turn) => ({ method: 'GET', path: path(turn), headers: {} }),
  });
  const event = (turn: number) => `/event/${itemAt(rows, turn).id}`;
  return [
    reading('list, signed in', pages),
    { ...reading('list, signed out', pages, false), bare: false },
    reading(
      'detail',
      rows.map(({ id }) => `/api/opportunities/${id}/`),
    ),
    reading('search, a name', named.map(searchPath)),
    reading('search, common words', common.map(searchPath)),
    reading('search, mistyped', mistyped.map(searchPath)),
    {
      ...reading('received applications', received),
      request: (turn) => ({ method: 'GET', path: itemAt(received, turn), headers: receiverHeaders }),
    },
    rendered('page /, cached', () => '/'),
    rendered('page /, rendered', (turn) => `/?n=${turn}`),
    rendered('page /event/:id, cached', () => event(0)),
    rendered('page /event/:id, rendered', (turn) => `${event(turn)}?n=${turn}`),
    {
      name: 'apply',
      bare: true,
      sample: [],
      // Each pair once: 100 opportunities per side, and steps of 101 around 200 students never repeat a pair.
      request: (turn, side) => {
        const opportunityIndex = turn % 100;
        const studentIndex = (Math.floor(turn / 100) * 101 + opportunityIndex) % studentCount;
        const body = JSON.stringify({ opportunity: firstOpportunityId + opportunityIndex + side * 100 });
        return {
          method: 'POST',
          path: '/api/applications/',
          headers: { ...itemAt(studentHeaders, studentIndex), 'content-type': 'application/json' },
          body,
        };
      },
    },
  ];
};

/** Records the statements that the server sends to the database for each request. */
export const recordStatements = async (database: pg.PoolConfig, secret: string, measured: readonly Measurement[]): Promise<Recording> => {
  const recording: Recording = {};
  let statements: Statement[] = [];
  const original = pg.Client.prototype.query;
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  pg.Client.prototype.query = function (this: pg.Client, config: any, ...rest: any[]): any {
    const text = typeof config === 'string' ? config : config.text;
    statements.push({ text, values: (typeof config === 'string' ? rest[0] : config.values) ?? [] });
    return (original as (...all: unknown[]) => unknown).call(this, config, ...rest);
  } as never;
  const { db, close } = connect(database, { max: 1 });
  const config = { ...readConfig({ NODE_ENV: 'test' }), jwtSecret: secret };
  const app = await buildApp({
    config,
    db,
    storage: createStorage(config),
    tokens: makeTokens(secret),
    now: () => new Date(),
  });
  const recordRequest = async (key: string, { method, path, headers, body }: Request, rest: Omit<RecordedRequest, 'statements'>) => {
    statements = [];
    const response = await app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    const insertedId = method === 'POST' ? (response.json() as { id: number }).id : null;
    recording[key] = {
      ...rest,
      inserted: insertedId,
      statements: statements.map(({ text, values }) => ({ text, values: JSON.parse(JSON.stringify(values)) as unknown[] })),
    };
  };
  for (const one of measured) {
    const first = one.request(0, 0);
    for (const path of one.sample) await recordRequest(path, { ...first, path }, { student: 0, opportunity: 0, inserted: null });
  }
  // The last student and the last opportunity are used by no measurement.
  const student = firstStudentId + studentCount;
  const opportunity = firstOpportunityId + opportunityCount;
  const authorization = `Bearer ${makeTokens(secret).sign({ user_id: student, user_type: 'student', session_id: randomUUID() }, new Date())}`;
  const body = JSON.stringify({ opportunity });
  await recordRequest(
    'apply',
    { method: 'POST', path: '/api/applications/', headers: { authorization, 'content-type': 'application/json' }, body },
    { student, opportunity, inserted: null },
  );
  await app.close();
  await close();
  pg.Client.prototype.query = original;
  return recording;
};
