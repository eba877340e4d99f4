import { sql } from 'kysely';
import { applicantSearchText } from '../db/applicantSearch.ts';
import type { Db } from '../db/connect.ts';

/** Rows per statement. */
const batchSize = 1000;

/**
 * Fills `search_text` of applications from before text search existed; the normalization is not available in SQL. Running it
 * again changes nothing.
 * @returns the number of rows filled
 */
export const backfillSearchText = async (db: Db): Promise<number> => {
  let filled = 0;
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; first_name: string | null; last_name: string | null; university: string | null }>`
      select a.id, a.snapshot ->> 'first_name' as first_name, a.snapshot ->> 'last_name' as last_name, a.snapshot ->> 'university' as university
      from applications a where a.search_text = ' ' and a.snapshot is not null and a.id > ${after} order by a.id limit ${sql.lit(batchSize)}`.execute(
      db,
    );
    if (rows.length === 0) return filled;
    const texts = rows.map(({ id, first_name, last_name, university }) => ({
      id,
      search_text: applicantSearchText({ first_name: first_name ?? '', last_name: last_name ?? '', university }),
    }));
    await sql`
      update applications a set search_text = given.search_text
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given (id integer, search_text text)
      where a.id = given.id and a.search_text = ' ' and a.snapshot is not null`.execute(db);
    filled += rows.length;
    after = (rows.at(-1) as { id: number }).id;
  }
};
