import { type RawBuilder, sql } from 'kysely';

/** The label of a stored value, as SQL: the tables of contract/ inlined as literals. @param column an SQL expression */
export const labelled = (column: RawBuilder<unknown>, labels: Readonly<Record<string, string>>): RawBuilder<string> =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(labels).map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
    sql` `,
  )} else ${column}::text end`;
