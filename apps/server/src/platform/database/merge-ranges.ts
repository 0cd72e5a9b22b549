import { type RawBuilder, sql } from 'kysely';

/**
 * Merges index ranges that are sorted in this order, reading no more rows of each than are taken. Pass the condition of a range with `hideFromPlanner`, so that its
 * plan does not depend on the value and is reused.
 */
export const mergeIndexRanges = (ranges: RawBuilder<unknown>[], order: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`select * from (${sql.join(
    ranges.map((range) => sql`(${range} ${order} limit ${limit})`),
    sql` union all `,
  )}) as part ${order} limit ${limit}`;

/** A value that PostgreSQL does not look at when it plans: knowing it to be common, it might read the whole table rather than a range. */
export const hideFromPlanner = (value: string | boolean, type: 'text' | 'boolean' = 'text'): RawBuilder<unknown> =>
  sql`(select ${value}::${sql.raw(type)})`;
