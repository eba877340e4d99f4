import { sql } from 'kysely';
import { applicantSearchText } from '../server/db/applicantSearch.ts';
import type { Db } from '../server/db/connect.ts';

const firstNames =
  'Aziz Bobur Dilnoza Elyor Farida Gulnora Hasan Iroda Jahongir Kamola Laylo Madina Nodira Otabek Parizod Qodir Rustam Sevara Temur Umida Vali Xurshid Yulduz Zilola Shahnoza Alisher'.split(
    ' ',
  );
const lastNames =
  'Karimov Rahimov Saidov Tosheva Usmonov Yo‘ldoshev Qodirov Islomov Ergashev Nazarova Olimov Sobirov Mirzayev Hamidov Abdullayev'.split(
    ' ',
  );
const universities = [
  'Toshkent axborot texnologiyalari universiteti',
  'Mirzo Ulug‘bek nomidagi O‘zbekiston Milliy universiteti',
  'Toshkent davlat texnika universiteti',
  'Samarqand davlat universiteti',
  'Buxoro davlat universiteti',
  'Andijon davlat universiteti',
  'Farg‘ona davlat universiteti',
  'Urganch davlat universiteti',
  ...Array.from({ length: 22 }, (_, nth) => `Hududiy institut ${nth}`),
];

export interface OrganizationIds {
  owner: number;
  reviewer: number;
  organization: number;
  /** The application in the middle of the list. */
  application: number;
  opportunity: number;
  count: number;
}

/** Inserts an organization that received `count` applications to five opportunities: few accepted, some reviewed. */
export const insertOrganization = async (db: Db, count: number, now: Date): Promise<OrganizationIds> => {
  const items = 5;
  const people = count / items;
  const at = (nth: number) => (nth * 2654435761) % 4294967296;
  const students = Array.from({ length: people }, (_, nth) => {
    const [first_name, last_name] = [firstNames[at(nth) % firstNames.length] as string, `${lastNames[at(nth + 7) % lastNames.length]}`];
    // The first universities are the most frequent; every hundredth student has none.
    const university =
      nth % 100 === 0 ? null : (universities[Math.floor(((at(nth + 3) % 1000) ** 2 / 1_000_000) * universities.length)] as string);
    const own = nth % (people / 4) === 3 ? 'Zebuniso' : first_name;
    return { nth, first_name: own, last_name, university, search_text: applicantSearchText({ first_name: own, last_name, university }) };
  });
  const { rows } = await sql<{ owner: number; reviewer: number; organization: number }>`
    with house as (
      insert into organizations (name, organization_type, fold, created_at, updated_at) values ('Katta tashkilot', 'ngo', ' katta tashkilot ', ${now}, ${now}) returning id
    ), members_made as (
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      select role || '@imkon.example', 'none', role, 'Sinov', 'organization', ${now}, ${now} from unnest(array['owner', 'reviewer']) role returning id, first_name as role
    ), joined as (
      insert into members (user_id, organization_id, role, created_at) select m.id, house.id, m.role, ${now} from members_made m, house
    )
    select (select id from house) as organization, (select id from members_made where role = 'owner') as owner,
      (select id from members_made where role = 'reviewer') as reviewer`.execute(db);
  const ids = rows[0] as (typeof rows)[number];
  await sql`
    insert into opportunities (organization_id, title, description, opportunity_type, status, fold, created_at, updated_at, published_at)
    select ${ids.organization}, (array['Yozgi maktab', 'Amaliyot', 'Grant tanlovi', 'Mentorlik'])[1 + n % 4] || ' ' || n, 'Sinov',
      (array['camp', 'grant', 'mentoring', 'scholarship'])[1 + n % 4], 'published', ' ' || lower((array['Yozgi maktab', 'Amaliyot', 'Grant tanlovi', 'Mentorlik'])[1 + n % 4]) || ' ' || n || ' ',
      ${now}, ${now}, ${now} from generate_series(1, ${items}::integer) n`.execute(db);
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as g (nth integer, first_name text, last_name text, university text)),
    made as (
      insert into users (email, password_hash, first_name, last_name, user_type, created_at, updated_at)
      select 'talaba' || nth || '@imkon.example', 'none', first_name, last_name, 'student', ${now}, ${now} from given returning id, email
    )
    insert into students (user_id, phone, phone_visible, university, updated_at)
    select made.id, '+998900000000', true, given.university, ${now} from made join given on made.email = 'talaba' || given.nth || '@imkon.example'`.execute(
    db,
  );
  // Counters are filled at the end, because the trigger would take minutes.
  await sql`alter table applications disable trigger applications_count`.execute(db);
  await sql`
    insert into applications (opportunity_id, student_id, status, snapshot, search_text, questions, answers, score, score_median, review_count, applied_at, updated_at)
    select o.id, u.id, case when n % 100 = 1 then 'accepted' when n % 200 = 2 then 'interview_scheduled'
        else (array['pending', 'under_review', 'rejected', 'rejected', 'rejected', 'withdrawn'])[1 + n % 6] end,
      jsonb_build_object('first_name', g.first_name, 'last_name', g.last_name, 'university', g.university, 'phone', '+998900000000', 'bio', repeat(md5(n::text), 30), 'email', 'talaba' || g.nth || '@imkon.example',
        'education', '[]'::jsonb, 'experiences', '[]'::jsonb, 'skills', '[]'::jsonb, 'projects', '[]'::jsonb, 'achievements', '[]'::jsonb,
        'languages', '[]'::jsonb, 'social_links', '[]'::jsonb, 'phone_visible', true, 'avatar', null, 'location', null, 'date_of_birth', null,
        'major', null, 'graduation_year', null, 'resume', null, 'portfolio_url', null),
      g.search_text,
      '[{"id": 1, "question": "Nega siz?", "question_type": "textarea"}, {"id": 2, "question": "GPA", "question_type": "number"}]',
      jsonb_build_object('1', repeat(md5(n::text) || ' ', 8), '2', ((n % 50) / 10.0)::text),
      case when n % 3 = 0 then (n * 37 % 10000) / 100.0 end, case when n % 3 = 0 then (n * 37 % 10000) / 100.0 end, (n % 3 = 0)::integer,
      ${now}::timestamptz - (n::bigint * 7919 % 5000000) * interval '1 second', ${now}::timestamptz - (n::bigint * 104729 % 4000000) * interval '1 second'
    from (
      select o.id, row_number() over (order by o.id) as place from opportunities o where o.organization_id = ${ids.organization}
    ) o cross join jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as g (nth integer, first_name text, last_name text, university text, search_text text)
    join users u on u.email = 'talaba' || g.nth || '@imkon.example'
    cross join lateral (select (o.place * ${people}::integer + g.nth)::integer as n) numbered`.execute(db);
  await sql`insert into application_counts (organization_id, opportunity_id, status, count)
    select organization_id, opportunity_id, status, count(*) from applications group by 1, 2, 3`.execute(db);
  await sql`alter table applications enable trigger applications_count`.execute(db);
  await sql`
    insert into criteria (opportunity_id, name, weight, max_score, "order")
    select id, 'Mezon', 1, 10, 1 from opportunities where organization_id = ${ids.organization}`.execute(db);
  await sql`
    insert into reviews (application_id, reviewer_id, scores, created_at, updated_at)
    select a.id, ${ids.reviewer}, jsonb_build_object(c.id::text, a.id % 11), ${now}, ${now}
    from (select * from applications where organization_id = ${ids.organization} order by id % 97, id limit ${sql.lit(Math.min(500, count / 4))}) a
    join criteria c on c.opportunity_id = a.opportunity_id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const middle = await sql<{ id: number; opportunity_id: number }>`
    select id, opportunity_id from applications where organization_id = ${ids.organization} order by applied_at desc, id desc
    offset ${count / 2} limit 1`.execute(db);
  const { id, opportunity_id } = middle.rows[0] as (typeof middle.rows)[number];
  return { ...ids, application: id, opportunity: opportunity_id, count };
};
