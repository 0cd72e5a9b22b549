import { type RawBuilder, sql } from 'kysely';

/**
 * Ranges of an index, each in this order, merged as they are read: of each no more than comes to be taken. What a range is chosen by is best given by
 * `atRunTime`: then its plan is the same whatever the value, and is kept.
 */
export const mergeIndexRanges = (ranges: RawBuilder<unknown>[], order: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`select * from (${sql.join(
    ranges.map((range) => sql`(${range} ${order} limit ${limit})`),
    sql` union all `,
  )}) as part ${order} limit ${limit}`;

/** A value that PostgreSQL does not look at when it plans: knowing it to be common, it might read the whole table rather than a range. */
export const hideFromPlanner = (value: string | boolean, type: 'text' | 'boolean' = 'text'): RawBuilder<unknown> =>
  sql`(select ${value}::${sql.raw(type)})`;
