import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { SocialLink, StudentListName, socialLinkInput } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';
import type { StoreReply } from '../http/idempotency.ts';
import { type PageQuery, pageWindow } from '../http/paging.ts';
import { Invalid, Refusal, toFieldErrors } from '../http/refusal.ts';
import type { Deps } from '../http/serve.ts';
import { type EntryTable, entryJson, entryTables } from './profileEntryTables.ts';
import { touchStudent } from './studentProfile.ts';

/** Limit per list and student. */
const maxEntries = 100;
const listFullMessage = `Ko‘pi bilan ${maxEntries} ta yozuv qo‘shish mumkin.`;

type Values = Record<string, unknown>;
type WriteDeps = Pick<Deps, 'db' | 'now'>;

/** A page of one of the student's lists with the total count, in one statement. */
export const readEntries = async (db: Db, name: StudentListName, student_id: number, page: PageQuery) => {
  const list = entryTables[name];
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<{ count: number; results: unknown[] }>`
    select (select count(*)::int from ${sql.table(list.table)} where student_id = ${student_id}) as count,
      (select coalesce(json_agg(entry), '[]') from (select ${entryJson(list)} as entry from ${sql.table(list.table)} t
        where t.student_id = ${student_id} order by ${list.order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page) as results`.execute(
    db,
  );
  return rows[0] ?? { count: 0, results: [] };
};

/** One entry of the student. @throws Refusal not_found for an unknown entry and for another student's alike */
export const readEntry = async (db: Db, name: StudentListName, student_id: number, id: number): Promise<unknown> => {
  const list = entryTables[name];
  const { rows } = await sql<{ entry: unknown }>`select ${entryJson(list)} as entry from ${sql.table(list.table)} t
    where t.id = ${id} and t.student_id = ${student_id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal('not_found');
  return row.entry;
};

const invalidScoreMessage = "Ballni to'g'ri kiriting.";
/** Checks that the section belongs to the exam and the score is within the section's range. @throws Invalid */
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
  if (Number(score) < section.min || Number(score) > section.max) throw new Invalid({ score: [invalidScoreMessage] });
};

/** A row with every column of the list, absent values replaced by their defaults. An ongoing entry has no end date. */
const toRow = ({ columns, ongoingFlag }: EntryTable, values: Values): Values => {
  const row = Object.fromEntries(Object.entries(columns).map(([column, defaultValue]) => [column, values[column] ?? defaultValue]));
  return ongoingFlag && row[ongoingFlag] === true ? { ...row, end_date: null } : row;
};

/** The tables differ in their columns, so rows are not typed. */
type Row = never;

const parseEntry = (list: EntryTable, values: Values): Values => {
  const parsed = z.safeParse(list.input, values);
  if (!parsed.success) throw new Invalid(toFieldErrors(parsed.error.issues));
  return parsed.data as Values;
};

/** Checks the limit of entries; the caller has locked the student's row, so concurrent inserts cannot exceed it. @throws Invalid */
const checkListLimit = async (db: Db, { table }: EntryTable, student_id: number) => {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', student_id)
    .executeTakeFirstOrThrow();
  if (count >= maxEntries) throw new Invalid({ non_field_errors: [listFullMessage] });
};

/** Adds an entry, once per Idempotency-Key. @throws Refusal student_profile_not_found; Invalid for a duplicate or a full list */
export const addEntry = (
  { db, now, storeReply }: WriteDeps & { storeReply: StoreReply },
  name: StudentListName,
  student_id: number,
  values: Values,
): Promise<unknown> =>
  db.transaction().execute(async (trx) => {
    const list = entryTables[name];
    await touchStudent(trx, student_id, now());
    if (list.table === 'exam_scores') await checkScore(trx, values);
    await checkListLimit(trx, list, student_id);
    const { id } = await trx
      .insertInto(list.table)
      .values({ ...toRow(list, values), student_id } as Row)
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = await readEntry(trx, name, student_id, id);
    await storeReply(trx, entry);
    return entry;
  });

/** Overwrites all columns of an entry and returns it. @throws Refusal not_found; Invalid */
const writeEntry = async (db: Db, name: StudentListName, student_id: number, id: number, values: Values): Promise<unknown> => {
  const list = entryTables[name];
  if (list.table === 'exam_scores') await checkScore(db, values);
  const changed = await db
    .updateTable(list.table)
    .set(toRow(list, values) as Row)
    .where('id', '=', id)
    .where('student_id', '=', student_id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new Refusal('not_found');
  return readEntry(db, name, student_id, id);
};

/** Replaces an entry; absent fields are cleared. @throws Refusal not_found; Invalid */
export const replaceEntry = ({ db, now }: WriteDeps, name: StudentListName, student_id: number, id: number, values: Values) =>
  db.transaction().execute(async (trx) => {
    await touchStudent(trx, student_id, now());
    return writeEntry(trx, name, student_id, id, values);
  });

/** Changes an entry; absent fields stay. The merged entry is validated as a whole. @throws Refusal not_found; Invalid */
export const changeEntry = ({ db, now }: WriteDeps, name: StudentListName, student_id: number, id: number, changes: Values) =>
  db.transaction().execute(async (trx) => {
    const list = entryTables[name];
    await touchStudent(trx, student_id, now());
    const before = await trx
      .selectFrom(list.table)
      .select(Object.keys(list.columns) as Row)
      .where('id', '=', id)
      .where('student_id', '=', student_id)
      .executeTakeFirst();
    if (!before) throw new Refusal('not_found');
    const merged: Values = { ...(before as Values), ...changes };
    if (list.ongoingFlag && merged[list.ongoingFlag] === true) merged.end_date = null;
    return writeEntry(trx, name, student_id, id, parseEntry(list, merged));
  });

/** Deletes an entry. @throws Refusal not_found */
export const removeEntry = ({ db, now }: WriteDeps, name: StudentListName, student_id: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await touchStudent(trx, student_id, now());
    const deleted = await trx
      .deleteFrom(entryTables[name].table)
      .where('id', '=', id)
      .where('student_id', '=', student_id)
      .executeTakeFirst();
    if (deleted.numDeletedRows === 0n) throw new Refusal('not_found');
  });

type Link = z.infer<typeof socialLinkInput> & { id?: number };

/**
 * Saves the link of a platform, replacing the student's link of that platform (custom links are always added). With an id that
 * link is changed, including its platform; another link of the new platform is deleted.
 * @throws Refusal not_found for an id that is not the student's; Invalid when the list is full
 */
export const upsertSocialLink = ({ db, now }: WriteDeps, student_id: number, { id, platform, url, is_public }: Link): Promise<SocialLink> =>
  db.transaction().execute(async (trx) => {
    await touchStudent(trx, student_id, now());
    const studentLinks = trx.selectFrom('social_links').select('id').where('student_id', '=', student_id);
    const before = await (id === undefined
      ? studentLinks.where('platform', '=', platform).where('platform', '!=', 'custom')
      : studentLinks.where('id', '=', id)
    ).executeTakeFirst();
    if (id !== undefined && !before) throw new Refusal('not_found');
    if (!before) await checkListLimit(trx, entryTables['social-links'], student_id);
    const values = { platform, url, ...(is_public === undefined ? {} : { is_public }) };
    if (before && platform !== 'custom') {
      await trx
        .deleteFrom('social_links')
        .where('student_id', '=', student_id)
        .where('platform', '=', platform)
        .where('id', '!=', before.id)
        .execute();
    }
    const saved = before
      ? trx.updateTable('social_links').set(values).where('id', '=', before.id).returning('id')
      : trx
          .insertInto('social_links')
          .values({ ...values, student_id })
          .returning('id');
    const row = await saved.executeTakeFirstOrThrow();
    return (await readEntry(trx, 'social-links', student_id, row.id)) as SocialLink;
  });
