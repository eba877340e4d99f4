import type { Kysely } from 'kysely';
import { badChoice } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { Invalid } from '../http/refusal.ts';

type Item = { id?: number | undefined; [column: string]: unknown };
export interface Nested {
  required_skills?: number[] | undefined;
  requirements?: Item[] | undefined;
  profile_requirements?: Item[] | undefined;
  additional_questions?: Item[] | undefined;
}

const tables = {
  requirements: 'opportunity_requirements',
  profile_requirements: 'profile_requirements',
  additional_questions: 'questions',
} as const;

/** An item that names a row of this list keeps the row, and with it what hangs on it; every other item is new. */
const replaceItems = async (trx: Db, table: (typeof tables)[keyof typeof tables], opportunity_id: number, items: Item[]) => {
  // biome-ignore lint/suspicious/noExplicitAny: three tables of one shape
  const db = trx as unknown as Kysely<any>;
  const rows = await db.selectFrom(table).select('id').where('opportunity_id', '=', opportunity_id).execute();
  const left = new Set<number>(rows.map((row) => row.id));
  const fresh: Item[] = [];
  for (const [order, { id, ...item }] of items.entries()) {
    if (id !== undefined && left.delete(id))
      await db
        .updateTable(table)
        .set({ ...item, order })
        .where('id', '=', id)
        .execute();
    else fresh.push({ ...item, opportunity_id, order });
  }
  if (left.size > 0)
    await db
      .deleteFrom(table)
      .where('id', 'in', [...left])
      .execute();
  if (fresh.length > 0) await db.insertInto(table).values(fresh).execute();
};

/** @throws Invalid when a skill does not exist */
const replaceSkills = async (trx: Db, opportunity_id: number, given: number[]) => {
  const ids = [...new Set(given)];
  await trx.deleteFrom('opportunity_skills').where('opportunity_id', '=', opportunity_id).execute();
  if (ids.length === 0) return;
  const known = await trx.selectFrom('skills').select('id').where('id', 'in', ids).execute();
  if (known.length < ids.length) throw new Invalid({ required_skills: [badChoice] });
  await trx
    .insertInto('opportunity_skills')
    .values(ids.map((skill_id, position) => ({ opportunity_id, skill_id, position })))
    .execute();
};

/** Writes the lists that were sent, in their order; an absent list stays as it is. The opportunity's row is held by the caller. */
export const replaceNested = async (trx: Db, opportunity_id: number, lists: Nested): Promise<void> => {
  if (lists.required_skills) await replaceSkills(trx, opportunity_id, lists.required_skills);
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const items = lists[name];
    if (items) await replaceItems(trx, tables[name], opportunity_id, items);
  }
};
