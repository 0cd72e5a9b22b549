import { parseMediaKey } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { assertAlbumRoom, lockContents } from '../albums/index.ts';
import { lockUsage, sumReservations } from '../entitlements/index.ts';
import { listOwnOriginals } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { addMediaJob } from './media.job-types.ts';
import { notifyMediaLeft } from './media.left.ts';
import { findShown, keepShown } from './media.store.ts';

type ReplacementDeps = Pick<MediaDeps, 'queue' | 'albums' | 'emit' | 'files'>;

/** Accounts before albums, as everywhere: whoever brings the new file, and whose the old one is. */
export async function lockFileOwners(tx: Tx, actor: Person, id: string): Promise<void> {
  const shown = await findShown(tx, id);
  for (const userId of [...new Set([actor.userId, ...(shown ? [shown.owner_id] : [])])].sort()) await lockUsage(tx, userId);
}

/** Another file in a media's place: one this person uploaded, of the same kind. Under the album's lock. */
export async function replaceFile(
  tx: Tx,
  deps: ReplacementDeps,
  actor: Person,
  { albumId, id, fileKey }: { albumId: string; id: string; fileKey: string },
): Promise<void> {
  const key = parseMediaKey(fileKey);
  const shown = await findShown(tx, id);
  if (!key || !shown) throw new AppError('NOT_FOUND');
  const [file] = key.fileId === shown.file_id ? [shown] : await listOwnOriginals(tx, actor.userId, [key.fileId]);
  if (!file) throw new AppError('NOT_FOUND');
  if (file.kind !== shown.kind) throw new AppError('INVALID', 'Only a file of the same kind can take its place.');
  const album = await lockContents(tx, albumId);
  const promised = await sumReservations(tx, actor.userId, albumId);
  assertAlbumRoom(file.size_bytes, (album?.size_bytes ?? 0) - shown.size_bytes + promised.album);
  const rotation = file.kind === 'image' ? key.rotation : 0;
  await keepShown(tx, id, { file_id: key.fileId, size_bytes: file.size_bytes, rotation });
  await addMediaJob(tx, deps.queue, file.kind, { fileId: key.fileId, ownerId: file.owner_id });
  if (key.fileId === shown.file_id) return;
  await notifyMediaLeft(tx, deps, albumId, [shown.file_id]);
  await deps.files.removeUnused(tx, [shown.file_id]);
}
