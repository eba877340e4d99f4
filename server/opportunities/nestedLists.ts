import type { Kysely } from 'kysely';
import { badChoice } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { Invalid } from '../http/refusal.ts';

type Item = { id?: number | undefined; [column: string]: unknown };
/** The nested lists of a body by wire name; an absent list is not changed. */
export interface NestedLists {
  required_skills?: number[] | undefined;
  requirements?: Item[] | undefined;
  profile_requirements?: Item[] | undefined;
  additional_questions?: Item[] | undefined;
}

/** Tables by wire name. */
const tables = {
  requirements: 'opportunity_requirements',
  profile_requirements: 'profile_requirements',
  additional_questions: 'questions',
} as const;

/** An item with the id of a row of this list updates that row, so that references to it stay valid; every other item is inserted. */
const replaceItems = async (trx: Db, table: (typeof tables)[keyof typeof tables], opportunity_id: number, items: Item[]) => {
  // biome-ignore lint/suspicious/noExplicitAny: three tables of the same shape
  const db = trx as unknown as Kysely<any>;
  const rows = await db.selectFrom(table).select('id').where('opportunity_id', '=', opportunity_id).execute();
  const remaining = new Set<number>(rows.map((row) => row.id));
  const added: Item[] = [];
  for (const [order, { id, ...item }] of items.entries()) {
    if (id !== undefined && remaining.delete(id))
      await db
        .updateTable(table)
        .set({ ...item, order })
        .where('id', '=', id)
        .execute();
    else added.push({ ...item, opportunity_id, order });
  }
  if (remaining.size > 0)
    await db
      .deleteFrom(table)
      .where('id', 'in', [...remaining])
      .execute();
  if (added.length > 0) await db.insertInto(table).values(added).execute();
};

/** @throws Invalid when a skill does not exist */
const replaceSkills = async (trx: Db, opportunity_id: number, skill_ids: number[]) => {
  const ids = [...new Set(skill_ids)];
  await trx.deleteFrom('opportunity_skills').where('opportunity_id', '=', opportunity_id).execute();
  if (ids.length === 0) return;
  const known = await trx.selectFrom('skills').select('id').where('id', 'in', ids).execute();
  if (known.length < ids.length) throw new Invalid({ required_skills: [badChoice] });
  await trx
    .insertInto('opportunity_skills')
    .values(ids.map((skill_id, position) => ({ opportunity_id, skill_id, position })))
    .execute();
};

/** Replaces the lists that are present, in their order. The caller has locked the opportunity's row. @throws Invalid for an unknown skill */
export const replaceNested = async (trx: Db, opportunity_id: number, lists: NestedLists): Promise<void> => {
  if (lists.required_skills) await replaceSkills(trx, opportunity_id, lists.required_skills);
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const items = lists[name];
    if (items) await replaceItems(trx, tables[name], opportunity_id, items);
  }
};
