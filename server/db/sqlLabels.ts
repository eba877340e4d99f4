import { type RawBuilder, sql } from 'kysely';

/** The label of a stored value, as SQL: the tables of contract/ inlined as literals. @param column an SQL expression */
export const labelSql = (column: RawBuilder<unknown>, labels: Readonly<Record<string, string>>): RawBuilder<string> =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(labels).map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
    sql` `,
  )} else ${column}::text end`;

/** A moment inside JSON as it leaves elsewhere: ISO 8601, UTC. */
export const utcText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
