import { createHash } from 'node:crypto';
import type { Manifest, ManifestFile, ManifestPublish } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { listPlayableItems } from '../playlists/index.ts';
import type { ManifestTarget, PublishToWrite } from './manifests.store.ts';
import { parseSchedule } from './publishing.rules.ts';

/** A manifest before it has a number. */
export interface Written {
  /** Of all but the number. */
  digest: Buffer;
  bodyOf: (revision: number) => string;
}

/** What a playlist puts into every manifest that has it, as JSON: five thousand pictures are not printed again for each of five hundred walls. */
interface WrittenPlaylist {
  items: string;
  files: Map<string, string>;
}

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Writes manifests as JSON; each playlist is read and printed once, however many devices show it. */
export function createManifestWriter(tx: Tx): (target: ManifestTarget, rows: PublishToWrite[]) => Promise<Written> {
  const known = new Map<string, Promise<WrittenPlaylist>>();
  const playlistOf = (id: string) => {
    const written = known.get(id) ?? writePlaylist(tx, id);
    known.set(id, written);
    return written;
  };

  return async (target, rows) => {
    const playlists = await Promise.all(rows.map((row) => playlistOf(row.playlist_id)));
    const device: Manifest['device'] = { id: target.id, name: target.name, timeZone: target.time_zone, showInfo: target.show_info };
    // Made anew when it is asked for: those of many walls would not fit into memory together.
    const print = () => {
      const files = new Map(playlists.flatMap((playlist) => [...playlist.files]));
      const publishes = rows.map((row, index) => writePublish(row, playlists[index]?.items ?? '[]'));
      return `"device":${JSON.stringify(device)},"publishes":[${publishes.join(',')}],"files":[${[...files.values()].join(',')}]`;
    };
    return { digest: digestOf(print()), bodyOf: (revision) => `{"revision":${revision},${print()}}` };
  };
}

async function writePlaylist(tx: Tx, playlistId: string): Promise<WrittenPlaylist> {
  const playable = await listPlayableItems(tx, playlistId);
  const items = playable.map(({ mediaId, kind, sha256, durationMs }): ManifestPublish['items'][number] => ({
    id: mediaId,
    mediaId,
    kind,
    sha256,
    durationMs,
  }));
  const files = playable.map(({ sha256, sizeBytes, mimetype }): ManifestFile => ({ sha256, sizeBytes, mimetype }));
  return { items: JSON.stringify(items), files: new Map(files.map((file) => [file.sha256, JSON.stringify(file)])) };
}

function writePublish(row: PublishToWrite, items: string): string {
  const publish: Omit<ManifestPublish, 'items'> = {
    publishId: row.id,
    playlistId: row.playlist_id,
    name: row.playlist_name,
    main: row.is_main,
    activatedAt: row.activated_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    schedule: parseSchedule(row.schedule),
  };
  return `${JSON.stringify(publish).slice(0, -1)},"items":${items}}`;
}
