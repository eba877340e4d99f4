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

type PickerQuery = PageQuery & { search?: string };

const sections = sql`(select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'name_uz', s.name_uz, 'min', s.min,
  'max', s.max, 'step', s.step, 'is_total', s.is_total) order by s.position, s.id), '[]') from exam_sections s where s.exam_id = t.id)`;

/** Reference lists that pickers search. */
const pickers = {
  skills: { fields: sql`t.id, t.name, t.category`, order: sql`lower(t.name), t.id` },
  universities: { fields: sql`t.id, t.name, t.short_name, t.city, t.region`, order: sql`lower(t.name), t.id` },
  exams: { fields: sql`t.id, t.name, t.code, t.category, ${sections} as sections`, order: sql`t.position, t.id` },
} satisfies Record<string, { fields: RawBuilder<unknown>; order: RawBuilder<unknown> }>;
type PickerItem = {
  skills: ReplyOf<typeof studentCalls.availableSkills>['results'][number];
  universities: ReplyOf<typeof studentCalls.universities>['results'][number];
  exams: ReplyOf<typeof studentCalls.exams>['results'][number];
};

/** A page of a reference list with the total count, in one statement; with a search, better matches first. */
export const readPicker = async <Name extends keyof typeof pickers>(
  db: Db,
  name: Name,
  { search, ...page }: PickerQuery,
): Promise<{ count: number; results: PickerItem[Name][] }> => {
  const { fields, order } = pickers[name];
  const { matches, rank } = pickerSearch(search);
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<{ count: number; results: PickerItem[Name][] }>`
    select (select count(*)::int from ${sql.table(name)} where ${matches}) as count,
      (select coalesce(json_agg(page), '[]') from (select ${fields} from ${sql.table(name)} t where ${matches}
        order by ${rank}, ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page) as results`.execute(db);
  return rows[0] ?? { count: 0, results: [] };
};

/** The sections of an exam in their order. @throws Refusal not_found */
export const readSections = async (db: Db, exam_id: number): Promise<ReplyOf<typeof studentCalls.examSections>> => {
  const { rows } = await sql<{ sections: ReplyOf<typeof studentCalls.examSections> }>`
    select ${sections} as sections from exams t where t.id = ${exam_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row.sections;
};

/**
 * Reloads exams, skills, universities and regions from the files in data/.
 * @returns the number of rows inserted or changed
 * @throws Refusal seed_failed, too_many_requests
 */
export const seedExams = async (deps: Deps, user_id: number): Promise<ReplyOf<typeof studentCalls.seedExams>> => {
  await enforceRateLimit(deps, 'seed', user_id);
  const changed = await loadReferenceData(deps.db).catch((cause: unknown) => {
    // Every failure has this code (spec section 8).
    throw new Refusal('seed_failed', { cause });
  });
  return { changed };
};
