import type { LayoutZone } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { toUuidArray } from '../../platform/database/database.ts';

/** Plays that a report covers, apart from its screens. */
export interface PlayFilter {
  /** Days, both included. */
  from: string;
  to: string;
  playlistId?: string | undefined;
  mediaId?: string | undefined;
  zone?: LayoutZone | undefined;
  /** Hours of the day, both included. */
  fromHour?: number | undefined;
  toHour?: number | undefined;
}

/** Rows of a report: the sums of large accounts, families or tags, and the plays of single screens. */
export interface PlaySources {
  scopeIds: string[];
  deviceIds: string[];
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const listHours = ({ fromHour = 0, toHour = 23 }: PlayFilter) => HOURS.filter((hour) => hour >= fromHour && hour <= toHour);
const isWholeDay = (filter: PlayFilter) => listHours(filter).length === HOURS.length;
const addColumns = (kind: 'p' | 's', hours: readonly number[]) =>
  sql.raw(hours.map((hour) => `coalesce(${kind}${hour}, 0)::bigint`).join(' + '));

/** Selects `count` and `shown_ms` of a row within the hours of the filter. */
export const selectCounted = (filter: PlayFilter) =>
  isWholeDay(filter)
    ? sql`count, shown_ms`
    : sql`(${addColumns('p', listHours(filter))}) as count, (${addColumns('s', listHours(filter))}) * 1000 as shown_ms`;

/** Condition on the days, playlists, items and zones of rows of either table. */
export const matchesFilter = ({ from, to, playlistId, mediaId, zone }: PlayFilter) =>
  sql.join(
    [
      sql`day between ${from}::date and ${to}::date`,
      ...(playlistId === undefined ? [] : [sql`playlist_id = ${playlistId}::uuid`]),
      ...(mediaId === undefined ? [] : [sql`media_id = ${mediaId}::uuid`]),
      ...(zone === undefined ? [] : [sql`zone = ${zone}`]),
    ],
    sql` and `,
  );

/** Selects these columns of all plays of a report. */
const selectPlays = (columns: RawBuilder<unknown>, sources: PlaySources, filter: PlayFilter) => {
  const parts = [
    ...(sources.scopeIds.length > 0 ? [{ table: sql`play_sums`, key: sql`scope_id`, ids: sources.scopeIds }] : []),
    ...(sources.deviceIds.length > 0 ? [{ table: sql`device_plays`, key: sql`device_id`, ids: sources.deviceIds }] : []),
  ].map(({ table, key, ids }) => sql`select ${columns} from ${table} where ${key} = any(${toUuidArray(ids)}) and ${matchesFilter(filter)}`);
  return parts.length > 0 ? sql.join(parts, sql` union all `) : sql`select ${columns} from play_sums where false`;
};

/** Selects the plays of a report with their counts within the hours of the filter. */
export const selectCountedPlays = (sources: PlaySources, filter: PlayFilter) =>
  selectPlays(sql`day, playlist_id, media_id, zone, ${selectCounted(filter)}`, sources, filter);

/** Selects the plays of each hour as columns p0 to p23 and s0 to s23. */
export const selectHourlyPlays = (sources: PlaySources, filter: PlayFilter) =>
  selectPlays(
    sql`count, shown_ms, ${sql.raw(HOURS.flatMap((hour) => [`p${hour}::bigint`, `s${hour}::bigint`]).join(', '))}`,
    sources,
    filter,
  );

/** Sums of the columns of `selectHourlyPlays`. */
export const sumHours = sql.raw(
  HOURS.flatMap((hour) => [`sum(p${hour})::bigint as p${hour}`, `sum(s${hour})::bigint as s${hour}`]).join(', '),
);
