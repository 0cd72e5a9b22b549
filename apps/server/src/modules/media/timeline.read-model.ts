import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { BINNED_TAKEN_AT_SORT_KEY, TAKEN_AT_SORT_KEY } from './media.read-model.ts';

/** Returns the keys under which an account's own media are found, including those of dissolved families. */
export async function listTimelineKeys(db: Db, userId: string): Promise<string[]> {
  const further = await db.selectFrom('further_search_keys').select('key').where('user_id', '=', userId).execute();
  return [userId, ...further.map(({ key }) => key)];
}

/** The year months are counted from, so that one and a ratio fit into four bytes. */
export const FIRST_YEAR = 1800;

/**
 * Four bytes for each media, newest first: the number of its month, and its ratio. Packed by the database, from one index: rows would
 * take the driver several times as long.
 */
export async function readTimelineShape(db: Db, keys: readonly string[]): Promise<Buffer> {
  const utc = sql`(${TAKEN_AT_SORT_KEY} at time zone 'UTC')`;
  const monthNumber = sql`((extract(year from ${utc})::integer - ${sql.lit(FIRST_YEAR)}) * 12 + extract(month from ${utc})::integer - 1)`;
  const { rows } = await sql<{ shape: Buffer | null }>`
    select string_agg(int4send((${monthNumber} << 16) | media.ratio), ''::bytea order by ${TAKEN_AT_SORT_KEY} desc, media.id desc) as shape
    from media where ${keys.length === 1 ? sql`media.owner_id = ${keys[0]}` : sql`media.owner_id = any(${keys}::uuid[])`}`.execute(db);
  return rows[0]?.shape ?? Buffer.alloc(0);
}

export interface TimelineCursor {
  at: Date;
  /** Id of the media at this place; none at the end of a month. */
  id?: string;
}

/** Finds the position of media in the timeline, even if it has gone to the bin since; undefined when it does not belong to it. */
export async function findTimelineCursor(db: Db, keys: readonly string[], id: string): Promise<TimelineCursor | undefined> {
  const { rows } = await sql<{ at: Date; id: string }>`
    select ${TAKEN_AT_SORT_KEY} as at, media.id from media where media.id = ${id} and media.owner_id = any(${keys}::uuid[])
    union all
    select ${BINNED_TAKEN_AT_SORT_KEY}, media.id from binned_media as media join albums on albums.id = media.album_id
    where media.id = ${id} and coalesce(albums.org_id, albums.created_by) = any(${keys}::uuid[])`.execute(db);
  return rows[0];
}

/** Ids of what stands before this place, newest first: a range of the index for each key. */
export async function listTimelineIds(
  db: Db,
  keys: readonly string[],
  { before, skip, limit }: { before: TimelineCursor | undefined; skip: number; limit: number },
): Promise<string[]> {
  const isBefore = before === undefined ? sql`` : sql`and ${isBeforeCursor(before)}`;
  const { rows } = await sql<{ id: string }>`
    select part.id from unnest(${keys}::uuid[]) as own (key) cross join lateral (
      select media.id, ${TAKEN_AT_SORT_KEY} as at from media where media.owner_id = own.key ${isBefore}
      order by ${TAKEN_AT_SORT_KEY} desc, media.id desc limit ${skip + limit}) part
    order by part.at desc, part.id desc limit ${limit} offset ${skip}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A part of the timeline. Its ends are included. */
export interface TimelineRange {
  newest?: TimelineCursor | undefined;
  oldest?: TimelineCursor | undefined;
  /** The times from `start` until before `end`. */
  period?: { start: Date; end: Date } | undefined;
}

/** Returns the ids of a part of the timeline, newest first: one index range for each key. */
export async function listTimelineRangeIds(
  db: Db,
  keys: readonly string[],
  { newest, oldest, period }: TimelineRange,
  limit: number,
): Promise<string[]> {
  const place = sql`(${TAKEN_AT_SORT_KEY}, media.id)`;
  const conditions = [
    newest && sql`and ${place} <= (${newest.at}::timestamptz, ${newest.id}::uuid)`,
    oldest && sql`and ${place} >= (${oldest.at}::timestamptz, ${oldest.id}::uuid)`,
    period && sql`and ${TAKEN_AT_SORT_KEY} >= ${period.start} and ${TAKEN_AT_SORT_KEY} < ${period.end}`,
  ].flatMap((condition) => condition ?? []);
  const { rows } = await sql<{ id: string }>`
    select part.id from unnest(${keys}::uuid[]) as own (key) cross join lateral (
      select media.id, ${TAKEN_AT_SORT_KEY} as at from media where media.owner_id = own.key ${sql.join(conditions, sql` `)}
      order by ${TAKEN_AT_SORT_KEY} desc, media.id desc limit ${limit}) part
    order by part.at desc, part.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids of the account's favorites among the media with these keys. */
export async function listTimelineFavouriteIds(db: Db, userId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select json_agg(media.id) as ids from favourites join media on media.id = favourites.media_id
    where favourites.user_id = ${userId} and media.owner_id = any(${keys}::uuid[])`.execute(db);
  return rows[0]?.ids ?? [];
}

const isBeforeCursor = ({ at, id }: TimelineCursor) =>
  id === undefined ? sql`${TAKEN_AT_SORT_KEY} < ${at}` : sql`(${TAKEN_AT_SORT_KEY}, media.id) < (${at}::timestamptz, ${id}::uuid)`;
