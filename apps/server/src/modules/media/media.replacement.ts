import { parseMediaKey } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { listOwnOriginals } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { jobKey, jobOf } from './media.job-types.ts';
import { removeUnused } from './media.removal.ts';
import { assertRoom } from './media.rules.ts';
import { findShown, keepShown, lockAlbum } from './media.store.ts';
import { lockUsage, sumReservations } from './usage.store.ts';

type ReplacementDeps = Pick<MediaDeps, 'queue' | 'onMediaLeft'>;

/** Accounts before albums, as everywhere: whoever brings the new file, and whose the old one is. */
export async function lockFileOwners(tx: Tx, actor: Person, id: string): Promise<void> {
  const shown = await findShown(tx, id);
  for (const userId of [...new Set([actor.userId, ...(shown ? [shown.owner_id] : [])])].sort()) await lockUsage(tx, userId);
}

/** Another file in a media's place: one this person uploaded, of the same kind. Under the album's lock. */
export async function replaceFile(
  tx: Tx,
  { queue, onMediaLeft }: ReplacementDeps,
  actor: Person,
  { albumId, id, fileKey }: { albumId: string; id: string; fileKey: string },
): Promise<void> {
  const key = parseMediaKey(fileKey);
  const shown = await findShown(tx, id);
  if (!key || !shown) throw new AppError('NOT_FOUND');
  const [file] = key.fileId === shown.file_id ? [shown] : await listOwnOriginals(tx, actor.userId, [key.fileId]);
  if (!file) throw new AppError('NOT_FOUND');
  if (file.kind !== shown.kind) throw new AppError('INVALID', 'Only a file of the same kind can take its place.');
  const album = await lockAlbum(tx, albumId);
  const promised = await sumReservations(tx, actor.userId, albumId);
  assertRoom(file.size_bytes, { accountBytes: 0, albumBytes: (album?.size_bytes ?? 0) - shown.size_bytes + promised.album });
  const rotation = file.kind === 'image' ? key.rotation : 0;
  await keepShown(tx, id, { file_id: key.fileId, size_bytes: file.size_bytes, rotation });
  await queue.add(tx, jobOf(file.kind), { fileId: key.fileId }, { key: jobKey(key.fileId) });
  if (key.fileId === shown.file_id) return;
  await onMediaLeft(tx, albumId, [shown.file_id]);
  await removeUnused(tx, queue, [shown.file_id]);
}
