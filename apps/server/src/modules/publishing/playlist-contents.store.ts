import { createHash } from 'node:crypto';
import type { ContentsSplice, ManifestFile, ManifestItem, PlaylistContents } from '@vitrine/contract';
import { uniqueFiles } from '@vitrine/playback';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { listPlayableItems, type PlayableItem } from '../playlists/index.ts';
import { computeSplice } from './playlist-contents.rules.ts';

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
 * Serializes the current contents of a playlist. The playlist is locked until the transaction ends, so that an older state never replaces a newer one. When
 * they changed, the caller raises the revisions of all screens that show it in the same transaction.
 */
export async function refreshPlaylistContents(tx: Tx, playlistId: string): Promise<RefreshResult> {
  const playlist = await lockPlaylist(tx, playlistId);
  if (!playlist) return { changed: false, bytes: 0 };
  const playable = await listPlayableItems(tx, playlistId);
  const items = playable.map(
    ({ mediaId, kind, sha256, durationMs }): ManifestItem => ({
      id: mediaId,
      mediaId,
      kind,
      sha256,
      durationMs,
    }),
  );
  const contents = { items, files: uniqueFiles(playable.map(fileOf)) };
  const serialized = { items: JSON.stringify(contents.items), files: JSON.stringify(contents.files) };
  const digest = createHash('sha256').update(JSON.stringify(playlist.name)).update(serialized.items).update(serialized.files).digest();
  const serializedNow = {
    contents: { digest: digest.toString('hex'), ...contents },
    bytes: Buffer.byteLength(serialized.items) + Buffer.byteLength(serialized.files),
  };
  const before = await findPreviousContents(tx, playlistId, digest);
  if (before?.digest.equals(digest)) return { changed: false, ...serializedNow };
  const sha256s = contents.files.flatMap(({ sha256, hd }) => (hd ? [sha256, hd.sha256] : [sha256]));
  await upsertContents(tx, { playlistId, name: playlist.name, digest, ...serialized, sha256s });
  return { changed: true, ...serializedNow, splice: before && computeSplice(parseBefore(before), contents) };
}

function fileOf({ sha256, sizeBytes, mimetype, hdSha256, hdSizeBytes }: PlayableItem): ManifestFile {
  const file = { sha256, sizeBytes, mimetype };
  return hdSha256 === null || hdSizeBytes === null ? file : { ...file, hd: { sha256: hdSha256, sizeBytes: hdSizeBytes } };
}

const parseBefore = ({ digest, items, files }: Before) => ({
  digest: digest.toString('hex'),
  items: JSON.parse(items ?? '[]') as ManifestItem[],
  files: JSON.parse(files ?? '[]') as ManifestFile[],
});

const lockPlaylist = (tx: Tx, id: string) =>
  tx.selectFrom('playlists').select('name').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

interface Contents {
  playlistId: string;
  name: string;
  digest: Buffer;
  items: string;
  files: string;
  sha256s: string[];
}

interface Before {
  digest: Buffer;
  items: string | null;
  files: string | null;
}

/** Returns what was serialized of the playlist before: its digest and, if that differs from the given one, its items and files. */
async function findPreviousContents(tx: Tx, playlistId: string, digest: Buffer): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select digest, case when digest <> ${digest} then items end as items, case when digest <> ${digest} then files end as files
    from playlist_contents where playlist_id = ${playlistId}`.execute(tx);
  return rows[0];
}

async function upsertContents(tx: Tx, { playlistId, name, digest, items, files, sha256s }: Contents): Promise<void> {
  await sql`
    insert into playlist_contents (playlist_id, name, digest, items, files, sha256s)
    values (${playlistId}, ${name}, ${digest}, ${items}, ${files}, (select coalesce(array_agg(decode(hex, 'hex')), '{}') from unnest(${sha256s}::text[]) as hex))
    on conflict (playlist_id) do update set name = excluded.name, digest = excluded.digest, items = excluded.items, files = excluded.files, sha256s = excluded.sha256s`.execute(
    tx,
  );
}
