import { createHash } from 'node:crypto';
import {
  type ContentsSplice,
  type LayoutPreset,
  type LayoutZone,
  type ManifestFile,
  type ManifestItem,
  type ManifestLayout,
  type MediaValidity,
  type PlaylistContents,
  type SideZone,
  ZONES_OF_PRESET,
} from '@vitrine/contract';
import { uniqueFiles } from '@vitrine/playback';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { listPlayableItems, type PlayableItem } from '../playlists/index.ts';
import { summarizePeriods } from './periods.rules.ts';
import { computeSplice } from './playlist-contents.rules.ts';
import { refreshPlaylistSources } from './playlist-sources.store.ts';
import { insertAvailability } from './publish-history.store.ts';

export interface RefreshResult {
  /** True when screens that show the playlist must be notified. */
  changed: boolean;
  /** Contents of the playlist; undefined when it does not exist. */
  contents?: PlaylistContents;
  /** Size of the contents as JSON. */
  bytes: number;
  /** How it differs from what was serialized before; undefined where nothing was. */
  splice?: ContentsSplice;
}

/**
 * Serializes the current contents of a playlist and records the sources of its widgets. The playlist is locked until the transaction ends, so that an older
 * state never replaces a newer one. When they changed, the caller raises the revisions of all screens that show it in the same transaction.
 */
export async function refreshPlaylistContents(tx: Tx, playlistId: string): Promise<RefreshResult> {
  const playlist = await lockPlaylist(tx, playlistId);
  if (!playlist) return { changed: false, bytes: 0 };
  const playable = await listPlayableItems(tx, playlistId);
  const contents = assembleContents(playable, playlist);
  const { items, files, layout, synchronized } = contents;
  // Without a layout and synchronized playback, nothing is added to the digest, so that the digests of other playlists stay the same.
  const serialized = { items: JSON.stringify(items), files: JSON.stringify(files), layout: layout ? JSON.stringify(layout) : null };
  const digest = createHash('sha256')
    .update(JSON.stringify(playlist.name))
    .update(serialized.items)
    .update(serialized.files)
    .update(serialized.layout ?? '')
    .update(synchronized ? 'synchronized' : '')
    .digest();
  const serializedNow = {
    contents: { digest: digest.toString('hex'), ...contents },
    bytes: Buffer.byteLength(serialized.items) + Buffer.byteLength(serialized.files) + Buffer.byteLength(serialized.layout ?? ''),
  };
  const widgetIds = playable.filter(({ kind }) => kind === 'widget').map(({ mediaId }) => mediaId);
  const haveSourcesChanged = await refreshPlaylistSources(tx, playlistId, widgetIds);
  const before = await findPreviousContents(tx, playlistId, digest);
  if (before?.digest.equals(digest)) return { changed: haveSourcesChanged, ...serializedNow };
  const sha256s = files.flatMap(({ sha256, hd, fullHd }) => [sha256, ...[hd, fullHd].flatMap((copy) => copy?.sha256 ?? [])]);
  const periods = summarizePeriods(items);
  await upsertContents(tx, {
    playlistId,
    name: playlist.name,
    digest,
    ...serialized,
    synchronized,
    sha256s,
    periods,
  });
  await insertAvailability(tx, playlistId, { isPlayable: items.length > 0, periods });
  return { changed: true, ...serializedNow, splice: before && computeSplice(parseBefore(before), contents) };
}

interface PlaybackSettings {
  layout: { preset: LayoutPreset; divider: number } | null;
  synchronized: boolean;
}

/** Returns what is shown in the zones. A layout without an item in a side zone is left out, because the main zone fills the screen then. */
function assembleContents(
  playable: readonly PlayableItem[],
  { layout: stored, synchronized }: PlaybackSettings,
): Omit<PlaylistContents, 'digest'> {
  const listItems = (zone: LayoutZone) => playable.filter((item) => item.zone === zone).map(presentItem);
  const sideZones: readonly SideZone[] = stored ? ZONES_OF_PRESET[stored.preset] : [];
  const zones = sideZones.map((zone) => ({ zone, items: listItems(zone) }));
  const shown: ManifestLayout['zones'] = zones.filter(({ items }) => items.length > 0);
  const layout = stored && shown.length > 0 ? { preset: stored.preset, divider: stored.divider, zones: shown } : undefined;
  // The previous version, which knows no layouts, may have restored a playlist without its layout.
  const isShown = ({ zone }: PlayableItem) => zone === 'main' || sideZones.includes(zone);
  return {
    items: listItems('main'),
    ...(layout && { layout }),
    ...(synchronized && { synchronized }),
    files: uniqueFiles(playable.filter(isShown).map(fileOf)),
  };
}

const presentItem = ({ id, mediaId, kind, sha256, durationMs, valid }: PlayableItem): ManifestItem => ({
  id,
  mediaId,
  kind,
  sha256,
  durationMs,
  // Left out when null, so that the digests of playlists without such items stay the same.
  ...(valid && { valid }),
});

const copyOf = (sha256: string | null, sizeBytes: number | null) =>
  sha256 === null || sizeBytes === null ? undefined : { sha256, sizeBytes };

/** Missing copies are left out, so that the digests of other playlists stay the same. */
function fileOf({ sha256, sizeBytes, mimetype, ...item }: PlayableItem): ManifestFile {
  const hd = copyOf(item.hdSha256, item.hdSizeBytes);
  const fullHd = copyOf(item.fullHdSha256, item.fullHdSizeBytes);
  return { sha256, sizeBytes, mimetype, ...(hd && { hd }), ...(fullHd && { fullHd }) };
}

const parseBefore = ({ digest, items, files, layout, synchronized }: Before) => ({
  digest: digest.toString('hex'),
  items: JSON.parse(items ?? '[]') as ManifestItem[],
  files: JSON.parse(files ?? '[]') as ManifestFile[],
  layout: layout === null ? undefined : (JSON.parse(layout) as ManifestLayout),
  synchronized: synchronized || undefined,
});

/** Locks a playlist before the devices and publishes that a change of it affects. */
export const lockPlaylist = (tx: Tx, id: string) =>
  tx
    .selectFrom('playlists')
    .select(['name', 'synchronized', sql<PlaybackSettings['layout']>`layout`.as('layout')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

interface Contents {
  playlistId: string;
  name: string;
  digest: Buffer;
  items: string;
  files: string;
  layout: string | null;
  synchronized: boolean | undefined;
  sha256s: string[];
  periods: MediaValidity[] | null;
}

interface Before {
  digest: Buffer;
  items: string | null;
  files: string | null;
  layout: string | null;
  synchronized: boolean | null;
}

/**
 * Returns what was serialized of the playlist before: its digest and, if that differs from the given one, its items, files and layout. `synchronized` belongs to
 * the digest.
 */
async function findPreviousContents(tx: Tx, playlistId: string, digest: Buffer): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select digest, case when digest <> ${digest} then items end as items, case when digest <> ${digest} then files end as files,
      case when digest <> ${digest} and layout_digest = digest then layout end as layout, synchronized_digest = digest as synchronized
    from playlist_contents where playlist_id = ${playlistId}`.execute(tx);
  return rows[0];
}

async function upsertContents(
  tx: Tx,
  { playlistId, name, digest, items, files, layout, synchronized, sha256s, periods }: Contents,
): Promise<void> {
  await sql`
    insert into playlist_contents (playlist_id, name, digest, items, files, sha256s, periods, layout, layout_digest, synchronized_digest)
    values (${playlistId}, ${name}, ${digest}, ${items}, ${files}, (select coalesce(array_agg(decode(hex, 'hex')), '{}') from unnest(${sha256s}::text[]) as hex),
      ${periods && JSON.stringify(periods)}::jsonb, ${layout}, ${layout && digest}, ${synchronized ? digest : null})
    on conflict (playlist_id) do update set name = excluded.name, digest = excluded.digest, items = excluded.items, files = excluded.files, sha256s = excluded.sha256s,
      periods = excluded.periods, layout = excluded.layout, layout_digest = excluded.layout_digest,
      synchronized_digest = excluded.synchronized_digest`.execute(tx);
}
