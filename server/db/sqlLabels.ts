import { type RawBuilder, sql } from 'kysely';

/** SQL for the label of a stored value: a `case` over a label table of contract/. A value without a label stays as it is. */
export const labelSql = (column: RawBuilder<unknown>, labels: Readonly<Record<string, string>>): RawBuilder<string> =>
  sql<string>`case ${column} ${sql.join(
    Object.entries(labels).map(([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
    sql` `,
  )} else ${column}::text end`;

/** SQL for a timestamptz inside JSON, in the format of other replies: ISO 8601 UTC with milliseconds. */
export const utcText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
