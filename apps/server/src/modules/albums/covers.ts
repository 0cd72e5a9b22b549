import { parseMediaKey } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { findOriginal } from '../files/index.ts';
import { albumContents } from './albums.ports.ts';
import type { AlbumChange } from './albums.store.ts';

/** Of a media in the album, or a picture this person uploaded; null is its first picture again. */
export async function resolveCoverChange(
  db: Db,
  port: Ports['port'],
  { albumId, userId, thumbnail }: { albumId: string; userId: string; thumbnail: { key: string } | null },
): Promise<AlbumChange> {
  if (thumbnail === null) return { thumbnail_file_id: null, thumbnail_rotation: 0 };
  const key = parseMediaKey(thumbnail.key);
  const original = key && (await findOriginal(db, key.fileId));
  if (!original) throw new AppError('NOT_FOUND');
  const isOwnPicture = original.owner_id === userId && original.kind === 'image';
  if (!isOwnPicture && !(await port(albumContents).isShown(db, albumId, original.id))) throw new AppError('NOT_FOUND');
  return { thumbnail_file_id: original.id, thumbnail_rotation: key.rotation };
}
