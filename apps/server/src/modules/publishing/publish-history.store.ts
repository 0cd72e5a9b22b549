import type { MediaValidity } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { Publication } from './manifest-changes.rules.ts';
import type { HistoricPublish, StoredChange } from './publish-history.rules.ts';
import { toScheduleRow } from './publishing.rules.ts';

interface ChangedPublishes {
  deviceIds: readonly string[];
  playlistIds: readonly string[];
  /** How the playlists are published on the devices now. Devices without a publication no longer have the playlist. */
  publications: readonly Publication[];
}

/** Records how playlists are published on devices now, in one statement with one row for all devices that have the same publish. */
export async function insertPublishChanges(tx: Tx, at: Date, { deviceIds, playlistIds, publications }: ChangedPublishes): Promise<void> {
  const removals = playlistIds.flatMap((playlistId) => {
    const published = new Set(publications.filter(({ publish }) => publish.playlistId === playlistId).flatMap((group) => group.deviceIds));
    const removed = deviceIds.filter((id) => !published.has(id));
    return removed.length > 0 ? [{ playlistId, deviceIds: removed.join(','), publish: null }] : [];
  });
  const changes = publications.map(({ publish: { playlistId, main, activatedAt, updatedAt, ...schedule }, deviceIds: ids }) => ({
    playlistId,
    deviceIds: ids.join(','),
    publish: { main, activatedAt, updatedAt, ...toScheduleRow(schedule) },
  }));
  const entries = [...removals, ...changes];
  if (entries.length === 0) return;
  await sql`
    insert into publish_changes (at, device_ids, playlist_id, publish)
    select ${at}::timestamptz, string_to_array(entry->>'deviceIds', ',')::uuid[], (entry->>'playlistId')::uuid, nullif(entry->'publish', 'null'::jsonb)
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) as entry`.execute(tx);
}

/** Records all publishes of these devices, for changes that differ between devices. The caller has locked the devices or their screens. */
export const insertPublishSnapshots = (tx: Tx, at: Date, deviceIds: readonly string[]): Promise<void> =>
  insertSnapshots(tx, at, deviceIds, sql`true`);

/** Records the publishes of a device that has no snapshot yet, which is where its history begins. */
export const insertFirstSnapshot = (tx: Tx, at: Date, deviceId: string): Promise<void> =>
  insertSnapshots(tx, at, [deviceId], sql`not exists (select from publish_snapshots where device_id = devices.id)`);

async function insertSnapshots(tx: Tx, at: Date, deviceIds: readonly string[], isNeeded: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into publish_snapshots (device_id, at, after_id, publishes)
    select devices.id, ${at}::timestamptz, (select coalesce(max(id), 0) from publish_changes),
      coalesce((select jsonb_agg(jsonb_build_object('playlistId', playlist_id, 'main', is_main, 'activatedAt', activated_at, 'updatedAt', updated_at,
        'schedule', schedule, 'windows', windows, 'priority', priority) order by playlist_id) from publishes where device_id = devices.id), '[]')
    from devices where id = any(${toUuidArray([...deviceIds])}) and ${isNeeded}
    on conflict (device_id, at) do update set after_id = excluded.after_id, publishes = excluded.publishes`.execute(tx);
}

/** Locks and returns devices without a snapshot since this time. Skips devices that are locked by others. */
export async function lockDevicesWithoutSnapshot(tx: Tx, since: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices
    where not exists (select from publish_snapshots where device_id = devices.id and at >= ${since}::timestamptz)
    order by id limit ${limit} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes what is older. Keeps the latest earlier row of each playlist's availability. */
export async function deletePublishHistoryBefore(tx: Tx, before: Date): Promise<void> {
  await sql`delete from publish_changes where at < ${before}::timestamptz`.execute(tx);
  await sql`delete from publish_snapshots where at < ${before}::timestamptz`.execute(tx);
  await sql`
    delete from playlist_availability earlier using playlist_availability later
    where later.playlist_id = earlier.playlist_id and later.at > earlier.at and later.at < ${before}::timestamptz`.execute(tx);
}

interface Availability {
  isPlayable: boolean;
  /** Null is always. */
  periods: MediaValidity[] | null;
}

/** Records when a playlist has something to show, if that changed. */
export async function insertAvailability(tx: Tx, playlistId: string, { isPlayable, periods }: Availability): Promise<void> {
  const json = periods && JSON.stringify(periods);
  await sql`
    insert into playlist_availability (playlist_id, is_playable, periods)
    select ${playlistId}::uuid, ${isPlayable}::boolean, ${json}::jsonb
    where not exists (
      select from (select is_playable, periods from playlist_availability where playlist_id = ${playlistId}::uuid order by at desc limit 1) as latest
      where latest.is_playable = ${isPlayable}::boolean and latest.periods is not distinct from ${json}::jsonb)
    on conflict (playlist_id, at) do update set is_playable = excluded.is_playable, periods = excluded.periods`.execute(tx);
}

export interface StoredSnapshot {
  at: Date;
  after_id: string;
  publishes: HistoricPublish[];
}

/** Returns the latest snapshot of a device at an instant. */
export async function findSnapshot(db: Db, deviceId: string, at: Date): Promise<StoredSnapshot | undefined> {
  const { rows } = await sql<StoredSnapshot>`
    select at, after_id::text, publishes from publish_snapshots where device_id = ${deviceId} and at <= ${at}::timestamptz
    order by at desc limit 1`.execute(db);
  return rows[0];
}

/** Returns since when the publishes of a device are recorded; null when they are not yet. */
export async function findHistoryStart(db: Db, deviceId: string): Promise<Date | null> {
  const { rows } = await sql<{ start: Date | null }>`select min(at) as start from publish_snapshots where device_id = ${deviceId}`.execute(
    db,
  );
  return rows[0]?.start ?? null;
}

/** Lists the last change of each playlist on a device after a snapshot, up to an instant. */
export async function listLastChanges(db: Db, deviceId: string, { afterId, at }: { afterId: string; at: Date }): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`
    select distinct on (playlist_id) playlist_id, publish from publish_changes
    where device_ids @> array[${deviceId}::uuid] and id > ${afterId}::bigint and at <= ${at}::timestamptz
    order by playlist_id, id desc`.execute(db);
  return rows;
}

export interface RecentChangeRow {
  at: Date;
  playlist_id: string;
  is_removal: boolean;
}

/** Lists the changes of a device before an instant, newest first. */
export async function listRecentChanges(db: Db, deviceId: string, { at, limit }: { at: Date; limit: number }): Promise<RecentChangeRow[]> {
  const { rows } = await sql<RecentChangeRow>`
    select at, playlist_id, publish is null as is_removal from publish_changes
    where device_ids @> array[${deviceId}::uuid] and at <= ${at}::timestamptz order by id desc limit ${limit}`.execute(db);
  return rows;
}

interface HistoricPlaylistRow extends Availability {
  id: string;
  name: string;
}

/** Lists the names of playlists that still exist, and when they had something to show at an instant. */
export async function listHistoricPlaylists(db: Db, playlistIds: readonly string[], at: Date): Promise<HistoricPlaylistRow[]> {
  const { rows } = await sql<HistoricPlaylistRow>`
    select playlists.id, name, coalesce(then_known.is_playable, true) as "isPlayable", then_known.periods
    from playlists left join lateral (
      select is_playable, periods from playlist_availability where playlist_id = playlists.id
      order by at > ${at}::timestamptz, case when at <= ${at}::timestamptz then at end desc, at limit 1) as then_known on true
    where playlists.id = any(${toUuidArray([...playlistIds])})`.execute(db);
  return rows;
}
