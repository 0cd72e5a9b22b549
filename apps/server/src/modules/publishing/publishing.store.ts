import type { Schedule } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Held by whoever changes which of its publishes is what. */
export const lockDevice = (tx: Tx, id: string) => tx.selectFrom('devices').select('id').where('id', '=', id).forUpdate().execute();

/** Makes the playlist the one last made active on the devices, publishing it where it was not yet, and with the schedule where one is given; answers the publishes. Devices in order of their ids, so that two publishers never wait for each other in a ring. */
export async function upsertActivePublishes(
  tx: Tx,
  { playlistId, schedule, deviceIds, at }: { playlistId: string; schedule?: Schedule; deviceIds: string[]; at: Date },
): Promise<string[]> {
  const ids = deviceIds.map(() => newId());
  const { rows } = await sql<{ id: string }>`
    insert into publishes (id, playlist_id, device_id, activated_at, updated_at, schedule)
    select id, ${playlistId}::uuid, device_id, ${at}::timestamptz, ${at}::timestamptz, ${schedule ? JSON.stringify(schedule) : null}::jsonb
    from unnest(${uuids(ids)}, ${uuids(deviceIds)}) as given (id, device_id)
    on conflict (device_id, playlist_id) do update
      set activated_at = excluded.activated_at, updated_at = excluded.updated_at, schedule = coalesce(excluded.schedule, publishes.schedule)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

export const clearMain = (tx: Tx, deviceId: string) =>
  tx.updateTable('publishes').set({ is_main: false }).where('device_id', '=', deviceId).where('is_main', '=', true).execute();

export const updatePublish = (tx: Tx, id: string, change: { activated_at?: Date; is_main?: boolean; schedule?: Schedule | null }) =>
  tx
    .updateTable('publishes')
    .set({
      ...(change.activated_at === undefined ? {} : { activated_at: change.activated_at }),
      ...(change.is_main === undefined ? {} : { is_main: change.is_main }),
      ...(change.schedule === undefined ? {} : { schedule: change.schedule === null ? null : JSON.stringify(change.schedule) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(['device_id'])
    .executeTakeFirst();

export const deletePublish = (tx: Tx, deviceId: string, playlistId: string) =>
  tx.deleteFrom('publishes').where('device_id', '=', deviceId).where('playlist_id', '=', playlistId).executeTakeFirst();

export const deletePublishesOfPlaylist = (tx: Tx, playlistId: string) =>
  tx.deleteFrom('publishes').where('playlist_id', '=', playlistId).returning('device_id').execute();
