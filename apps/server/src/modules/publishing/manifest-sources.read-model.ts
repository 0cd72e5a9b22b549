import type { ManifestSource } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { presentSources, type SourceOfPlaylist } from './manifest-sources.rules.ts';

/** Columns of a source as `SourceOfPlaylist` has them. Sources without data are left out of manifests. */
const sourceColumns = sql`shown.named_id, shown.source_id, sources.document_sha256 as sha256, sources.changed_at, sources.failing_since`;
const hasDocument = sql`sources.document_sha256 is not null`;

/** Subquery that returns the sources of a playlist as JSON; null when it has none. */
export const selectSourcesOfPlaylist = (playlistId: RawBuilder<unknown>) => sql`(
  select json_agg(source) from (
    select ${sourceColumns} from playlist_sources shown join sources on sources.id = shown.source_id
    where shown.playlist_id = ${playlistId} and ${hasDocument}) as source)`;

/** Returns the sources of these devices' manifests. Devices with the same sources share one list. Devices without sources are left out. */
export async function listSourcesByDevice(db: Db, deviceIds: string[]): Promise<Map<string, ManifestSource[]>> {
  // Most installations have none, and planning the query for thousands of devices alone takes 20 ms of every publish.
  if (!(await db.selectFrom('playlist_sources').select('playlist_id').limit(1).executeTakeFirst())) return new Map();
  const { rows } = await sql<SourceOfPlaylist & { device_ids: string }>`
    select ${sourceColumns}, string_agg(publishes.device_id::text, ',') as device_ids
    from publishes join playlist_sources shown on shown.playlist_id = publishes.playlist_id join sources on sources.id = shown.source_id
    where publishes.device_id = any(${toUuidArray(deviceIds)}) and ${hasDocument}
    group by shown.named_id, shown.source_id, sources.id`.execute(db);
  /** Positions of the rows of each device, separated by commas. */
  const positions = new Map<string, string>();
  for (const [position, { device_ids: ids }] of rows.entries())
    for (const deviceId of ids.split(',')) positions.set(deviceId, `${positions.get(deviceId) ?? ''},${position}`);
  const lists = new Map<string, ManifestSource[]>();
  const getList = (key: string): ManifestSource[] => {
    const known = lists.get(key) ?? presentSources(rows.filter((_, position) => `${key},`.includes(`,${position},`)));
    lists.set(key, known);
    return known;
  };
  return new Map([...positions].map(([deviceId, key]) => [deviceId, getList(key)]));
}

/** Lists the devices whose playlists show one of these sources. */
export async function listDevicesWithSources(db: Db, sourceIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(distinct publishes.device_id::text, ',') as ids
    from playlist_sources shown join publishes on publishes.playlist_id = shown.playlist_id
    where shown.source_id = any(${toUuidArray(sourceIds)})`.execute(db);
  return rows[0]?.ids?.split(',') ?? [];
}

/** Returns the JSON of a document that the playlists of the screen's device show; undefined for any other. */
export async function findDocumentForScreen(db: Db, screenId: string, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ document: string }>`
    select sources.document from devices join publishes on publishes.device_id = devices.id
    join playlist_sources shown on shown.playlist_id = publishes.playlist_id join sources on sources.id = shown.source_id
    where devices.screen_id = ${screenId} and sources.document_sha256 = ${sha256} limit 1`.execute(db);
  return rows[0]?.document;
}

const MAX_CACHE_BYTES = 4e6;

/** Caches the JSON of documents by digest, so that each is read once per process for any number of screens. */
export function createDocumentCache(db: Db) {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (json) => Buffer.byteLength(json),
    fetchMethod: async (sha256) =>
      (await db.selectFrom('sources').select('document').where('document_sha256', '=', sha256).limit(1).executeTakeFirst())?.document ??
      undefined,
  });
  return { find: (sha256: string): Promise<string | undefined> => kept.fetch(sha256) };
}
