import type { Schedule } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';
import { newIds } from '../../platform/ids.ts';

/** Held by whoever changes which of its publishes is what. */
export const lockDevice = (tx: Tx, id: string) => tx.selectFrom('devices').select('id').where('id', '=', id).forUpdate().execute();

export interface Activated {
  ids: string[];
  /** Devices that had not the playlist before. */
  addedTo: string[];
}

interface Activation {
  playlistId: string;
  schedule?: Schedule;
  deviceIds: string[];
  at: Date;
}

/**
 * Makes the playlist the one last made active on the devices, publishing it where it was not yet, and with the schedule where one is given; answers the
 * publishes. The caller holds the playlist, so that two publishers never wait for each other in a ring.
 */
export async function upsertActivePublishes(tx: Tx, activation: Activation): Promise<Activated> {
  const before = await activatePublishes(tx, activation);
  const published = new Set(before.deviceIds);
  const addedTo = activation.deviceIds.filter((id) => !published.has(id));
  const added = await insertPublishes(tx, { ...activation, deviceIds: addedTo });
  return { ids: [...before.ids, ...added], addedTo };
}

async function activatePublishes(
  tx: Tx,
  { playlistId, schedule, deviceIds, at }: Activation,
): Promise<{ ids: string[]; deviceIds: string[] }> {
  // As one row: five thousand take the driver longer than the database.
  const { rows } = await sql<{ ids: string | null; device_ids: string | null }>`
    with activated as (
      update publishes set activated_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, schedule = coalesce(${serializeSchedule(schedule)}::jsonb, schedule)
      where playlist_id = ${playlistId} and device_id = any(${uuids(deviceIds)}) returning id, device_id)
    select string_agg(id::text, ',') as ids, string_agg(device_id::text, ',') as device_ids from activated`.execute(tx);
  return { ids: rows[0]?.ids?.split(',') ?? [], deviceIds: rows[0]?.device_ids?.split(',') ?? [] };
}

async function insertPublishes(tx: Tx, { playlistId, schedule, deviceIds, at }: Activation): Promise<string[]> {
  if (deviceIds.length === 0) return [];
  const ids = newIds(deviceIds.length);
  await sql`
    insert into publishes (id, playlist_id, device_id, activated_at, updated_at, schedule)
    select id, ${playlistId}::uuid, device_id, ${at}::timestamptz, ${at}::timestamptz, ${serializeSchedule(schedule)}::jsonb
    from unnest(${uuids(ids)}, ${uuids(deviceIds)}) as given (id, device_id)`.execute(tx);
  return ids;
}

const serializeSchedule = (schedule: Schedule | undefined) => (schedule ? JSON.stringify(schedule) : null);

/** Answers the playlist that was the device's main one, in a list. */
export const clearMain = (tx: Tx, deviceId: string) =>
  tx
    .updateTable('publishes')
    .set({ is_main: false })
    .where('device_id', '=', deviceId)
    .where('is_main', '=', true)
    .returning('playlist_id')
    .execute();

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
