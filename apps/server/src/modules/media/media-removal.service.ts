import type { Tx } from '../../platform/database/database.ts';
import type { MediaDeps } from './media.deps.ts';
import { mediaRemovedFromAlbum } from './media.events.ts';
import { listShownFileIds } from './media.store.ts';

/** Media with these originals left the album (moved or deleted): clears its cover if it was one of them. */
export async function handleMediaRemoved(
  tx: Tx,
  { albums, emit }: Pick<MediaDeps, 'albums' | 'emit'>,
  albumId: string,
  fileIds: string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const shown = new Set(await listShownFileIds(tx, albumId, fileIds));
  const gone = fileIds.filter((id) => !shown.has(id));
  if (gone.length > 0) await albums.clearCover(tx, albumId, gone);
  await emit(tx, mediaRemovedFromAlbum, { fileIds });
}
