import type { Schedule } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Makes the playlist the one last made active on the device, publishing it there if it was not yet. */
export const upsertActivePublish = (tx: Tx, publish: { id: string; playlist_id: string; device_id: string; at: Date }) =>
  tx
    .insertInto('publishes')
    .values({
      id: publish.id,
      playlist_id: publish.playlist_id,
      device_id: publish.device_id,
      activated_at: publish.at,
      updated_at: publish.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'playlist_id']).doUpdateSet({ activated_at: publish.at, updated_at: publish.at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();

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
