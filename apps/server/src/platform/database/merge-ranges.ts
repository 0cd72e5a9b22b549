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

/** Hides a value from the planner, which might otherwise read the whole table instead of a range when the value is common. */
export const hideFromPlanner = (value: string | boolean, type: 'text' | 'boolean' = 'text'): RawBuilder<unknown> =>
  sql`(select ${value}::${sql.raw(type)})`;
