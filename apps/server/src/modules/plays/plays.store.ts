import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { PlayDay } from './plays.rules.ts';

/** Up to which number this screen's plays are counted; held until the transaction ends. */
export async function lockSequence(tx: Tx, screenId: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    insert into screen_plays (screen_id) values (${screenId})
    on conflict (screen_id) do update set sequence = screen_plays.sequence returning sequence`.execute(tx);
  return rows[0]?.sequence ?? 0;
}

export const advanceSequence = (tx: Tx, screenId: string, sequence: number, lost: number) =>
  tx.updateTable('screen_plays').set({ sequence, lost }).where('screen_id', '=', screenId).execute();

export async function addPlays(tx: Tx, deviceId: string, rows: readonly PlayDay[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof PlayDay>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms)
    select ${deviceId}::uuid, * from unnest(${column('day')}::date[], ${column('playlistId')}::uuid[], ${column('mediaId')}::uuid[],
      ${column('count')}::bigint[], ${column('shownMs')}::bigint[])
    on conflict (device_id, day, playlist_id, media_id)
    do update set count = device_plays.count + excluded.count, shown_ms = device_plays.shown_ms + excluded.shown_ms`.execute(tx);
}

export const deletePlaysBefore = (tx: Tx, days: number) =>
  sql`delete from device_plays where day < current_date - ${days}::int`.execute(tx);
