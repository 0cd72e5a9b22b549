import type { PublishSchedule } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newIds } from '../../platform/ids.ts';
import type { Publication } from './manifest-changes.rules.ts';
import { parseSchedule, type ScheduleRow, toScheduleRow } from './publishing.rules.ts';

/** Locked for changes to the states of the device's publishes. */
export const lockPublishingDevice = (tx: Tx, id: string) =>
  tx.selectFrom('devices').select('id').where('id', '=', id).forUpdate().execute();

export interface ActivationResult {
  /** How the playlist is published on the devices now. */
  publications: Publication[];
  /** Devices that had not the playlist before. */
  addedTo: string[];
  /** A limited number of the publishes, main ones first. */
  some: DevicePublish[];
}

export interface DevicePublish {
  id: string;
  deviceId: string;
}

export interface Activation {
  playlistId: string;
  /** Without it, existing schedules stay. */
  schedule?: PublishSchedule;
  deviceIds: string[];
  at: Date;
  /** The devices get the playlist because of a tag. A publish to the device itself stays one. */
  isFromTag?: boolean;
}

/**
 * Makes the playlist the one last made active on the devices, publishing it where it was not yet, and with the schedule where one is given. The caller holds
 * the playlist, so that two publishers never wait for each other in a ring.
 */
export async function upsertActivePublishes(tx: Tx, activation: Activation, some: number): Promise<ActivationResult> {
  const activated = await activatePublishes(tx, activation, some);
  const published = new Set(activated.flatMap(({ deviceIds }) => deviceIds));
  const addedDeviceIds = activation.deviceIds.filter((id) => !published.has(id));
  const groups = [...activated, ...(await insertPublishes(tx, { ...activation, deviceIds: addedDeviceIds }))];
  const publications = groups.map(({ main, schedule, deviceIds }): Publication => {
    const at = activation.at.toISOString();
    return { publish: { playlistId: activation.playlistId, main, activatedAt: at, updatedAt: at, ...schedule }, deviceIds };
  });
  return { publications, addedTo: addedDeviceIds, some: groups.flatMap((group) => group.some).slice(0, some) };
}

/** Publishes that differ only in their devices. */
interface PublishGroup {
  main: boolean;
  schedule: PublishSchedule;
  deviceIds: string[];
  /** The first publishes of the group, as many as the response may contain. */
  some: DevicePublish[];
}

interface GroupRow extends ScheduleRow {
  main: boolean;
  device_ids: string;
  some: string;
}

/** The main ones first. */
async function activatePublishes(
  tx: Tx,
  { playlistId, schedule, deviceIds, at, isFromTag = false }: Activation,
  some: number,
): Promise<PublishGroup[]> {
  // As few rows: five thousand take the driver longer than the database.
  const { rows } = await sql<GroupRow>`
    with activated as (
      update publishes set activated_at = ${at}::timestamptz, updated_at = ${at}::timestamptz${setSchedule(schedule)},
        is_from_tag = is_from_tag and ${isFromTag}
      where playlist_id = ${playlistId} and device_id = any(${toUuidArray(deviceIds)}) returning id, device_id, is_main, schedule, windows, priority)
    select is_main as main, schedule, windows, priority, string_agg(device_id::text, ',') as device_ids,
      array_to_string((array_agg(id || ' ' || device_id order by id))[1:${sql.lit(some)}], ',') as some
    from activated group by is_main, schedule, windows, priority order by is_main desc`.execute(tx);
  return rows.map((row) => ({
    main: row.main,
    schedule: parseSchedule(row),
    deviceIds: row.device_ids.split(','),
    some: row.some.split(',').map((pair) => {
      const [id = '', deviceId = ''] = pair.split(' ');
      return { id, deviceId };
    }),
  }));
}

async function insertPublishes(tx: Tx, { playlistId, schedule, deviceIds, at, isFromTag = false }: Activation): Promise<PublishGroup[]> {
  if (deviceIds.length === 0) return [];
  const ids = newIds(deviceIds.length);
  await sql`
    insert into publishes (id, playlist_id, device_id, activated_at, updated_at, schedule, windows, priority, is_from_tag)
    select id, ${playlistId}::uuid, device_id, ${at}::timestamptz, ${at}::timestamptz, ${scheduleValues(schedule)}, ${isFromTag}
    from unnest(${toUuidArray(ids)}, ${toUuidArray(deviceIds)}) as given (id, device_id)`.execute(tx);
  const firstPublishes = deviceIds.map((deviceId, index) => ({ id: ids[index] ?? '', deviceId }));
  return [{ main: false, schedule: schedule ?? { schedule: null }, deviceIds, some: firstPublishes }];
}

/** Values for the columns schedule, windows and priority. */
export function scheduleValues(planned: PublishSchedule = { schedule: null }) {
  const { schedule, windows, priority } = toScheduleRow(planned);
  return sql`${serialize(schedule)}::jsonb, ${serialize(windows)}::jsonb, ${priority}::smallint`;
}

/** Assignments for an update, after another one; nothing without a schedule. */
const setSchedule = (planned: PublishSchedule | undefined) =>
  planned ? sql`, (schedule, windows, priority) = (select ${scheduleValues(planned)})` : sql``;

const serialize = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Returns the previous main playlist of the device, in a list. */
export const clearMainPlaylist = (tx: Tx, deviceId: string) =>
  tx
    .updateTable('publishes')
    .set({ is_main: false })
    .where('device_id', '=', deviceId)
    .where('is_main', '=', true)
    .returning('playlist_id')
    .execute();

export interface PublishChange {
  activated_at?: Date;
  is_main?: boolean;
  schedule?: PublishSchedule;
}

function toScheduleUpdate(planned: PublishSchedule) {
  const { schedule, windows, priority } = toScheduleRow(planned);
  return { schedule: serialize(schedule), windows: serialize(windows), priority };
}

export const updatePublish = (tx: Tx, id: string, change: PublishChange) =>
  tx
    .updateTable('publishes')
    .set({
      ...(change.activated_at === undefined ? {} : { activated_at: change.activated_at }),
      ...(change.is_main === undefined ? {} : { is_main: change.is_main }),
      ...(change.schedule === undefined ? {} : toScheduleUpdate(change.schedule)),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(['device_id'])
    .executeTakeFirst();

/** Sets the schedule of a playlist on those of these devices that have it. Returns them. */
export async function updateSchedules(
  tx: Tx,
  { playlistId, deviceIds }: Pick<Activation, 'playlistId' | 'deviceIds'>,
  schedule: PublishSchedule,
): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    with changed as (
      update publishes set updated_at = now()${setSchedule(schedule)}
      where playlist_id = ${playlistId} and device_id = any(${toUuidArray(deviceIds)}) returning device_id)
    select string_agg(device_id::text, ',') as ids from changed`.execute(tx);
  return rows[0]?.ids?.split(',') ?? [];
}

export const deletePublish = (tx: Tx, deviceId: string, playlistId: string) =>
  tx.deleteFrom('publishes').where('device_id', '=', deviceId).where('playlist_id', '=', playlistId).executeTakeFirst();
