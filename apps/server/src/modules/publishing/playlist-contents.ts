import { createHash } from 'node:crypto';
import type { ContentsSplice, ManifestFile, ManifestItem, PlaylistContents } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { listPlayableItems } from '../playlists/index.ts';
import { spliceOf } from './playlist-contents.rules.ts';

export interface Refreshed {
  /** Whether screens that show the playlist have to hear of it. */
  changed: boolean;
  /** What it shows; undefined when it is gone. */
  contents?: PlaylistContents;
  /** Of that, as JSON. */
  bytes: number;
  /** How it differs from what was serialized before; undefined where nothing was. */
  splice?: ContentsSplice;
}

/**
 * Prints what a playlist shows as it is now. Until the transaction ends nobody else does, so that an older state is never written over a newer
 * one; whoever is told that it changed raises the revisions of all screens that show it in the same transaction.
 */
export async function refreshContents(tx: Tx, playlistId: string): Promise<Refreshed> {
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
  const files = new Map(
    playable.map(({ sha256, sizeBytes, mimetype }): [string, ManifestFile] => [sha256, { sha256, sizeBytes, mimetype }]),
  );
  const contents = { items, files: [...files.values()] };
  const serialized = { items: JSON.stringify(contents.items), files: JSON.stringify(contents.files) };
  const digest = createHash('sha256').update(JSON.stringify(playlist.name)).update(serialized.items).update(serialized.files).digest();
  const serializedNow = {
    contents: { digest: digest.toString('hex'), ...contents },
    bytes: Buffer.byteLength(serialized.items) + Buffer.byteLength(serialized.files),
  };
  const before = await findBefore(tx, playlistId, digest);
  if (before?.digest.equals(digest)) return { changed: false, ...serializedNow };
  await upsertContents(tx, { playlistId, name: playlist.name, digest, ...serialized, sha256s: [...files.keys()] });
  const splice =
    before && spliceOf({ digest: before.digest.toString('hex'), items: JSON.parse(before.items ?? '[]') as ManifestItem[] }, contents);
  return { changed: true, ...serializedNow, splice };
}

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

/** What is serialized of the playlist; its items only where they are of another digest. */
async function findBefore(tx: Tx, playlistId: string, digest: Buffer): Promise<{ digest: Buffer; items: string | null } | undefined> {
  const { rows } = await sql<{ digest: Buffer; items: string | null }>`
    select digest, case when digest <> ${digest} then items end as items from playlist_contents where playlist_id = ${playlistId}`.execute(
    tx,
  );
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
