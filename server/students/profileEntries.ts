import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { SocialLink, StudentListName, socialLinkInput } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';
import type { Settle } from '../http/idempotency.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { fieldErrorsOf, Invalid, Refusal } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { entryJson, type ListTable, listTables } from './profileEntryTables.ts';
import { touchStudent } from './studentProfile.ts';

/** Entries of one list of one student. */
const mostEntries = 100;
const tooMany = `Ko‘pi bilan ${mostEntries} ta yozuv qo‘shish mumkin.`;

type Values = Record<string, unknown>;
type Writing = Pick<Deps, 'db' | 'now'>;

/** A page of a student's own list with the count of all, in one statement. */
export const readEntries = async (db: Db, name: StudentListName, student_id: number, page: PageQuery) => {
  const list = listTables[name];
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<{ count: number; results: unknown[] }>`
    select (select count(*)::int from ${sql.table(list.table)} where student_id = ${student_id}) as count,
      (select coalesce(json_agg(entry), '[]') from (select ${entryJson(list)} as entry from ${sql.table(list.table)} t
        where t.student_id = ${student_id} order by ${list.order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page) as results`.execute(
    db,
  );
  return rows[0] ?? { count: 0, results: [] };
};

/** One entry of the student's own. @throws Refusal not_found for a missing one and for somebody else's alike */
export const readEntry = async (db: Db, name: StudentListName, student_id: number, id: number): Promise<unknown> => {
  const list = listTables[name];
  const { rows } = await sql<{ entry: unknown }>`select ${entryJson(list)} as entry from ${sql.table(list.table)} t
    where t.id = ${id} and t.student_id = ${student_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row.entry;
};

const badScore = "Ballni to'g'ri kiriting.";
/** The section must be one of the exam, and the score one of the section. @throws Invalid */
const checkScore = async (db: Db, { exam_id, section_id, score }: Values) => {
  const exam = await db.selectFrom('exams').select('id').where('id', '=', Number(exam_id)).executeTakeFirst();
  if (!exam) throw new Invalid({ exam_id: ['Iltimos, imtihonni tanlang.'] });
  const section = await db
    .selectFrom('exam_sections')
    .select(['min', 'max'])
    .where('id', '=', Number(section_id))
    .where('exam_id', '=', exam.id)
    .executeTakeFirst();
  if (!section) throw new Invalid({ section_id: ["Iltimos, bo'limni tanlang."] });
  if (Number(score) < section.min || Number(score) > section.max) throw new Invalid({ score: [badScore] });
};

/** The columns of an entry, every one of them; an entry that goes on has no end. */
const columnsOf = ({ columns, lasting }: ListTable, values: Values): Values => {
  const row = Object.fromEntries(Object.entries(columns).map(([column, absent]) => [column, values[column] ?? absent]));
  return lasting && row[lasting] === true ? { ...row, end_date: null } : row;
};

type Row = never;
const parsed = (list: ListTable, values: Values): Values => {
  const read = z.safeParse(list.input, values);
  if (!read.success) throw new Invalid(fieldErrorsOf(read.error.issues));
  return read.data as Values;
};

/** @throws Invalid when the list is full. Counted while the student's row is held, so entries added at once cannot pass together */
const checkRoom = async (db: Db, { table }: ListTable, student_id: number) => {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', student_id)
    .executeTakeFirstOrThrow();
  if (count >= mostEntries) throw new Invalid({ non_field_errors: [tooMany] });
};

/** Adds an entry, once per Idempotency-Key. @throws Invalid for a duplicate and past the hundredth */
export const addEntry = (
  { db, now, settle }: Writing & { settle: Settle },
  name: StudentListName,
  student_id: number,
  values: Values,
): Promise<unknown> =>
  db.transaction().execute(async (inside) => {
    const list = listTables[name];
    await touchStudent(inside, student_id, now());
    if (list.table === 'exam_scores') await checkScore(inside, values);
    await checkRoom(inside, list, student_id);
    const { id } = await inside
      .insertInto(list.table)
      .values({ ...columnsOf(list, values), student_id } as Row)
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = await readEntry(inside, name, student_id, id);
    await settle(inside, entry);
    return entry;
  });

const writeEntry = async (db: Db, name: StudentListName, student_id: number, id: number, values: Values): Promise<unknown> => {
  const list = listTables[name];
  if (list.table === 'exam_scores') await checkScore(db, values);
  const changed = await db
    .updateTable(list.table)
    .set(columnsOf(list, values) as Row)
    .where('id', '=', id)
    .where('student_id', '=', student_id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new Refusal('not_found');
  return readEntry(db, name, student_id, id);
};

/** Writes an entry anew; what is absent is cleared. @throws Refusal not_found */
export const replaceEntry = ({ db, now }: Writing, name: StudentListName, student_id: number, id: number, values: Values) =>
  db.transaction().execute(async (inside) => {
    await touchStudent(inside, student_id, now());
    return writeEntry(inside, name, student_id, id, values);
  });

/** Changes an entry, absent fields stay; the rules are held against the whole entry. @throws Refusal not_found */
export const changeEntry = ({ db, now }: Writing, name: StudentListName, student_id: number, id: number, changes: Values) =>
  db.transaction().execute(async (inside) => {
    const list = listTables[name];
    await touchStudent(inside, student_id, now());
    const before = await inside
      .selectFrom(list.table)
      .select(Object.keys(list.columns) as Row)
      .where('id', '=', id)
      .where('student_id', '=', student_id)
      .executeTakeFirst();
    if (!before) throw new Refusal('not_found');
    const merged: Values = { ...(before as Values), ...changes };
    if (list.lasting && merged[list.lasting] === true) merged.end_date = null;
    return writeEntry(inside, name, student_id, id, parsed(list, merged));
  });

/** @throws Refusal not_found */
export const removeEntry = ({ db, now }: Writing, name: StudentListName, student_id: number, id: number): Promise<void> =>
  db.transaction().execute(async (inside) => {
    await touchStudent(inside, student_id, now());
    const gone = await inside
      .deleteFrom(listTables[name].table)
      .where('id', '=', id)
      .where('student_id', '=', student_id)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
  });

type Link = z.infer<typeof socialLinkInput> & { id?: number };

/**
 * Saves the link of a platform, over the one that is there. With an id that very link changes, its platform too, and takes the
 * place of another link of that platform. @throws Refusal not_found for an id that is not the student's
 */
export const upsertSocialLink = ({ db, now }: Writing, student_id: number, { id, platform, url, is_public }: Link): Promise<SocialLink> =>
  db.transaction().execute(async (inside) => {
    await touchStudent(inside, student_id, now());
    const ofStudent = inside.selectFrom('social_links').select('id').where('student_id', '=', student_id);
    const before = await (id === undefined
      ? ofStudent.where('platform', '=', platform).where('platform', '!=', 'custom')
      : ofStudent.where('id', '=', id)
    ).executeTakeFirst();
    if (id !== undefined && !before) throw new Refusal('not_found');
    if (!before) await checkRoom(inside, listTables['social-links'], student_id);
    const values = { platform, url, ...(is_public === undefined ? {} : { is_public }) };
    if (before && platform !== 'custom') {
      await inside
        .deleteFrom('social_links')
        .where('student_id', '=', student_id)
        .where('platform', '=', platform)
        .where('id', '!=', before.id)
        .execute();
    }
    const saved = before
      ? inside.updateTable('social_links').set(values).where('id', '=', before.id).returning('id')
      : inside
          .insertInto('social_links')
          .values({ ...values, student_id })
          .returning('id');
    const row = await saved.executeTakeFirstOrThrow();
    return (await readEntry(inside, 'social-links', student_id, row.id)) as SocialLink;
  });
