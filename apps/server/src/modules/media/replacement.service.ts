import { parseMediaKey } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { assertAlbumCapacity, lockAlbumContents } from '../albums/index.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import type { ImportFiles } from './import.service.ts';
import type { MediaDeps } from './media.deps.ts';
import { enqueueMediaJob } from './media.jobs.ts';
import { findAlbumIdOfMedia, findShownFile, updateShownFile } from './media.store.ts';
import { handleMediaRemoved } from './media-removal.service.ts';

type ReplacementDeps = Pick<MediaDeps, 'queue' | 'albums' | 'emit' | 'files'>;

/** The original that a media shows from now on, at home where the media is. */
export interface Replacement {
  file: { id: string; owner_id: string; kind: string; size_bytes: number };
  rotation: number;
}

/** Runs `apply` with another file for a media: one this person uploaded, or the one it shows, in another rotation. NOT_FOUND. */
export async function withReplacementFile<T>(
  { db }: Pick<MediaDeps, 'db'>,
  bring: ImportFiles,
  { actor, id, fileKey }: { actor: Person; id: string; fileKey: string },
  apply: (tx: Tx, replacement: Replacement) => Promise<T>,
): Promise<T> {
  const key = parseMediaKey(fileKey);
  const shown = await findShownFile(db, id);
  const albumId = await findAlbumIdOfMedia(db, id);
  if (!key || !shown || !albumId) throw new AppError('NOT_FOUND');
  if (key.fileId !== shown.file_id) {
    return bring(
      actor,
      albumId,
      [key.fileId],
      (tx, { chosen: [file] }) => {
        if (!file) throw new AppError('NOT_FOUND');
        return apply(tx, { file, rotation: key.rotation });
      },
      { alsoHeld: [shown.owner_id] },
    );
  }
  return db.transaction().execute(async (tx) => {
    // Accounts before albums, as everywhere.
    await lockAccounts(tx, [actor.userId, shown.owner_id]);
    return apply(tx, { file: { ...shown, id: shown.file_id }, rotation: key.rotation });
  });
}

/** Another file in a media's place, of the same kind. Under the album's lock. */
export async function replaceMediaFile(
  tx: Tx,
  deps: ReplacementDeps,
  actor: Person,
  { albumId, id, replacement: { file, rotation } }: { albumId: string; id: string; replacement: Replacement },
): Promise<void> {
  const shown = await findShownFile(tx, id);
  if (!shown) throw new AppError('NOT_FOUND');
  if (file.kind !== shown.kind) throw new AppError('INVALID', 'You can only replace it with a file of the same type.');
  const album = await lockAlbumContents(tx, albumId);
  const promised = await sumReservations(tx, actor.userId, albumId);
  assertAlbumCapacity(file.size_bytes, (album?.size_bytes ?? 0) - shown.size_bytes + promised.album);
  await updateShownFile(tx, id, { file_id: file.id, size_bytes: file.size_bytes, rotation: file.kind === 'image' ? rotation : 0 });
  await enqueueMediaJob(tx, deps.queue, file.kind, { fileId: file.id, ownerId: file.owner_id });
  if (file.id === shown.file_id) return;
  await handleMediaRemoved(tx, deps, albumId, [shown.file_id]);
  await deps.files.removeUnused(tx, [shown.file_id]);
}
