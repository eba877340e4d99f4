import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '#contract/call.ts';
import type { studentCalls } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';
import { pickerSearch } from '../db/pickerSearch.ts';
import { loadReferenceData } from '../db/referenceData.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { enforceRateLimit } from '../http/rateLimits.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';

type Asked = PageQuery & { search?: string };

const sections = sql`(select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'name_uz', s.name_uz, 'min', s.min,
  'max', s.max, 'step', s.step, 'is_total', s.is_total) order by s.position, s.id), '[]') from exam_sections s where s.exam_id = t.id)`;

/** Reference data to pick from. */
const pickers = {
  skills: { fields: sql`t.id, t.name, t.category`, order: sql`lower(t.name), t.id` },
  universities: { fields: sql`t.id, t.name, t.short_name, t.city, t.region`, order: sql`lower(t.name), t.id` },
  exams: { fields: sql`t.id, t.name, t.code, t.category, ${sections} as sections`, order: sql`t.position, t.id` },
} satisfies Record<string, { fields: RawBuilder<unknown>; order: RawBuilder<unknown> }>;
type Item = {
  skills: ReplyOf<typeof studentCalls.availableSkills>['results'][number];
  universities: ReplyOf<typeof studentCalls.universities>['results'][number];
  exams: ReplyOf<typeof studentCalls.exams>['results'][number];
};

/** A page of what may be picked with the count of all, in one statement. */
export const readPicker = async <Name extends keyof typeof pickers>(
  db: Db,
  name: Name,
  { search, ...page }: Asked,
): Promise<{ count: number; results: Item[Name][] }> => {
  const { fields, order } = pickers[name];
  const { found, rank } = pickerSearch(search);
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<{ count: number; results: Item[Name][] }>`
    select (select count(*)::int from ${sql.table(name)} where ${found}) as count,
      (select coalesce(json_agg(page), '[]') from (select ${fields} from ${sql.table(name)} t where ${found}
        order by ${rank}, ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page) as results`.execute(db);
  return rows[0] ?? { count: 0, results: [] };
};

/** @throws Refusal not_found when there is no such exam */
export const readSections = async (db: Db, exam_id: number): Promise<ReplyOf<typeof studentCalls.examSections>> => {
  const { rows } = await sql<{ sections: ReplyOf<typeof studentCalls.examSections> }>`
    select ${sections} as sections from exams t where t.id = ${exam_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row.sections;
};

/** Loads exams, skills, universities and regions again from the project's own files. @throws Refusal seed_failed */
export const seedExams = async (deps: Deps, user_id: number): Promise<ReplyOf<typeof studentCalls.seedExams>> => {
  await enforceRateLimit(deps, 'seed', user_id);
  const changed = await loadReferenceData(deps.db).catch((cause: unknown) => {
    // Whatever went wrong has one name here (specification 8).
    throw new Refusal('seed_failed', { cause });
  });
  return { changed };
};
