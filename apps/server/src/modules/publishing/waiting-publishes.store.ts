import { type PublishSchedule, WAITING_PUBLISH_LIMITS } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newIds } from '../../platform/ids.ts';
import { selectAudience } from '../organisations/index.ts';
import type { FormerMembers } from './ownership-changes.store.ts';
import type { ScheduleRow } from './publishing.rules.ts';
import { scheduleValues } from './publishing.store.ts';

/** Runs requests of one account one after another, so that concurrent requests cannot exceed its limit. Called before all other locks. */
export const lockWaitingPublishes = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`waiting publishes ${userId}`}, 0))`.execute(tx);

/** Keeps a playlist from being deleted until the transaction ends. Returns false when it does not exist. */
export const keepPlaylist = async (tx: Tx, id: string): Promise<boolean> =>
  (await sql`select from playlists where id = ${id} for key share`.execute(tx)).rows.length > 0;

/** Locks the screens of the devices, so that none connects before the transaction ends. Returns the devices that are online. */
export async function lockScreensOfDevices(tx: Tx, deviceIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string; is_online: boolean }>`
    select devices.id as device_id, screens.live_process_id is not null as is_online
    from devices join screens on screens.id = devices.screen_id
    where devices.id = any(${toUuidArray(deviceIds)}) order by screens.id for share of screens`.execute(tx);
  return rows.filter(({ is_online }) => is_online).map(({ device_id }) => device_id);
}

interface NewWaitingPublishes {
  userId: string;
  playlistId: string;
  deviceIds: string[];
  schedule?: PublishSchedule;
  at: Date;
}

/** Inserts a row for each device. A playlist that waits for a device already gets this account, schedule and time. */
export const upsertWaitingPublishes = (tx: Tx, { userId, playlistId, deviceIds, schedule, at }: NewWaitingPublishes) =>
  sql`
    insert into waiting_publishes (id, playlist_id, device_id, user_id, schedule, windows, priority, requested_at)
    select id, ${playlistId}::uuid, device_id, ${userId}::uuid, ${scheduleValues(schedule)}, ${at}::timestamptz
    from unnest(${toUuidArray(newIds(deviceIds.length))}, ${toUuidArray(deviceIds)}) as given (id, device_id)
    on conflict (device_id, playlist_id) do update set
      user_id = excluded.user_id, schedule = excluded.schedule, windows = excluded.windows, priority = excluded.priority,
      requested_at = excluded.requested_at`.execute(tx);

/** Returns whether more than the allowed number of playlists wait for one of these locked devices. */
export const hasOverfullDevice = async (tx: Tx, deviceIds: string[]): Promise<boolean> =>
  (
    await sql`select from waiting_publishes where device_id = any(${toUuidArray(deviceIds)})
      group by device_id having count(*) > ${WAITING_PUBLISH_LIMITS.perDevice} limit 1`.execute(tx)
  ).rows.length > 0;

export async function countWaitingPublishes(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from waiting_publishes where user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface WaitingPublishRow extends ScheduleRow {
  id: string;
  playlist_id: string;
  playlist_name: string;
  device_id: string;
  device_name: string;
  user_id: string;
  user_name: string;
  requested_at: Date;
  can_cancel: boolean;
}

interface WaitingPublishQuery {
  playlistId?: string;
  deviceIds?: string[];
}

/** Lists waiting publishes, newest first. `can_cancel` states whether this account can use the device. */
export async function listWaitingPublishes(
  db: Db,
  userId: string,
  { playlistId, deviceIds }: WaitingPublishQuery,
): Promise<WaitingPublishRow[]> {
  const conditions = [
    ...(playlistId === undefined ? [] : [sql`waiting.playlist_id = ${playlistId}`]),
    ...(deviceIds === undefined ? [] : [sql`waiting.device_id = any(${toUuidArray(deviceIds)})`]),
  ];
  const { rows } = await sql<WaitingPublishRow>`
    select waiting.id, playlist_id, playlists.name as playlist_name, device_id, devices.name as device_name, waiting.user_id,
      users.name as user_name, schedule, windows, priority, requested_at, ${userId} = any(${selectAudience('devices')}) as can_cancel
    from waiting_publishes waiting join playlists on playlists.id = playlist_id join devices on devices.id = device_id
    join users on users.id = waiting.user_id
    where ${sql.join(conditions, sql` and `)}
    order by requested_at desc, waiting.id desc limit ${WAITING_PUBLISH_LIMITS.perAccount}`.execute(db);
  return rows;
}

export const findWaitingPublish = (tx: Tx, id: string) =>
  tx.selectFrom('waiting_publishes').select('device_id').where('id', '=', id).executeTakeFirst();

/** A removed waiting publish, with what its account must be notified about. */
export interface RemovedPublish extends ScheduleRow {
  playlist_id: string;
  playlist_name: string;
  device_id: string;
  device_name: string;
  user_id: string;
  is_deactivated: boolean;
  requested_at: Date;
}

/** Each row is returned to one of several concurrent transactions. */
async function deleteWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<RemovedPublish[]> {
  const { rows } = await sql<RemovedPublish>`
    delete from waiting_publishes waiting using playlists, devices, users
    where playlists.id = waiting.playlist_id and devices.id = waiting.device_id and users.id = waiting.user_id and ${condition}
    returning waiting.playlist_id, playlists.name as playlist_name, waiting.device_id, devices.name as device_name, waiting.user_id,
      users.disabled_at is not null as is_deactivated, waiting.schedule, waiting.windows,
      waiting.priority, waiting.requested_at`.execute(tx);
  return rows;
}

export const deleteWaitingPublish = (tx: Tx, id: string) => deleteWhere(tx, sql`waiting.id = ${id}`);

/** Deletes what waits for the device, as far as it concerns these playlists. */
export const deleteWaitingPublishesOfDevice = (tx: Tx, deviceId: string, playlistIds: string[]) =>
  deleteWhere(tx, sql`waiting.device_id = ${deviceId} and waiting.playlist_id = any(${toUuidArray(playlistIds)})`);

/** Deletes publishes of a playlist that wait for these devices, because it is published to them or removed from them. Returns the devices that had one. */
export async function deleteReplacedPublishes(tx: Tx, playlistId: string, deviceIds: string[]): Promise<string[]> {
  // Hardly any playlist waits for a device, and thousands of ids take time to send.
  if (!(await isWaiting(tx, playlistId))) return [];
  const { rows } = await sql<{ device_id: string }>`
    delete from waiting_publishes where playlist_id = ${playlistId} and device_id = any(${toUuidArray(deviceIds)})
    returning device_id`.execute(tx);
  return rows.map(({ device_id }) => device_id);
}

async function isWaiting(tx: Tx, playlistId: string): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    select exists (select from waiting_publishes where playlist_id = ${playlistId}) as is_waiting`.execute(tx);
  return rows[0]?.is_waiting === true;
}

export const deleteWaitingPublishesOfPlaylist = (tx: Tx, playlistId: string) => deleteWhere(tx, sql`waiting.playlist_id = ${playlistId}`);

/** Deletes publishes to transferred devices that accounts without access to them asked for. */
export const deleteWaitingPublishesLostByTransfer = (tx: Tx, deviceIds: string[], userIds: string[]) =>
  deleteWhere(tx, sql`waiting.device_id = any(${toUuidArray(deviceIds)}) and not waiting.user_id = any(${toUuidArray(userIds)})`);

/** Deletes publishes of the organisation's playlists, or to its devices, that former members asked for. */
export const deleteWaitingPublishesOfFormerMembers = (tx: Tx, former: FormerMembers) =>
  deleteWhere(
    tx,
    sql`(playlists.org_id = ${former.orgId} or devices.org_id = ${former.orgId})
      and ${'userId' in former ? sql`waiting.user_id = ${former.userId}` : sql`waiting.user_id <> ${former.ownerId}`}`,
  );

/** Lists the playlists that wait for the device, with the accounts that asked for them. Lists none while the device is offline. */
export async function listDuePublishes(tx: Tx, deviceId: string): Promise<{ playlist_id: string; user_id: string }[]> {
  const { rows } = await sql<{ playlist_id: string; user_id: string }>`
    select playlist_id, waiting.user_id from waiting_publishes waiting join devices on devices.id = device_id
    join screens on screens.id = devices.screen_id where device_id = ${deviceId} and screens.live_process_id is not null`.execute(tx);
  return rows;
}

/** Lists the devices of these screens for which a playlist waits. */
export async function listWaitingDevicesByScreens(tx: Tx, screenIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where screen_id = any(${toUuidArray(screenIds)})
      and exists (select from waiting_publishes where device_id = devices.id) order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists online devices for which a playlist waits. */
export async function listOnlineWaitingDevices(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select devices.id from devices join screens on screens.id = devices.screen_id
    where devices.id in (select device_id from waiting_publishes) and screens.live_process_id is not null
    order by devices.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists those of these devices that exist, with the accounts to notify about changes. */
export async function listDeviceAudiences(db: Db, deviceIds: string[]): Promise<{ id: string; audience: string[] }[]> {
  const { rows } = await sql<{ id: string; audience: string[] }>`
    select id, ${selectAudience('devices')} as audience from devices where id = any(${toUuidArray(deviceIds)}) order by id`.execute(db);
  return rows;
}
