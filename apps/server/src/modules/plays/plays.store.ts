import { sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';
import type { PlayDay } from './plays.rules.ts';

/**
 * Up to which numbers these screens' plays are counted, by screen; held until the transaction ends, in order of their ids. New screens come last, so that
 * whoever waits for them holds nothing that those who add them wait for. A screen that somebody else holds at this moment, or that is gone, is left out.
 */
export async function lockSequences(tx: Tx, screenIds: string[]): Promise<Map<string, number>> {
  const known = await sql<{ id: string; sequence: number }>`
    select screen_id as id, sequence from screen_plays where screen_id = any(${uuids(screenIds)}) order by screen_id for update`.execute(
    tx,
  );
  const sequences = new Map(known.rows.map(({ id, sequence }) => [id, sequence]));
  const missing = screenIds.filter((id) => !sequences.has(id));
  if (missing.length === 0) return sequences;
  const added = await sql<{ id: string; sequence: number }>`
    insert into screen_plays (screen_id) select id from screens where id = any(${uuids(missing)}) order by id for key share skip locked
    on conflict (screen_id) do update set sequence = screen_plays.sequence returning screen_id as id, sequence`.execute(tx);
  for (const { id, sequence } of added.rows) sequences.set(id, sequence);
  return sequences;
}

export interface Counted {
  screenId: string;
  sequence: number;
  lost: number;
}

export const advanceSequences = (tx: Tx, counted: readonly Counted[]) =>
  sql`update screen_plays set sequence = given.sequence, lost = given.lost
    from unnest(${uuids(counted.map(({ screenId }) => screenId))}, ${counted.map(({ sequence }) => sequence)}::bigint[],
      ${counted.map(({ lost }) => lost)}::bigint[]) as given (screen_id, sequence, lost)
    where screen_plays.screen_id = given.screen_id`.execute(tx);

/** In the order of the table's key, as all rows are held. */
export async function addPlays(tx: Tx, rows: readonly PlayDay[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof PlayDay>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms)
    select * from unnest(${uuids(column('deviceId'))}, ${column('day')}::date[], ${uuids(column('playlistId'))}, ${uuids(column('mediaId'))},
      ${column('count')}::bigint[], ${column('shownMs')}::bigint[]) order by 1, 2, 3, 4
    on conflict (device_id, day, playlist_id, media_id)
    do update set count = device_plays.count + excluded.count, shown_ms = device_plays.shown_ms + excluded.shown_ms`.execute(tx);
}

export const deletePlaysBefore = (tx: Tx, days: number) =>
  sql`delete from device_plays where day < current_date - ${days}::int`.execute(tx);
