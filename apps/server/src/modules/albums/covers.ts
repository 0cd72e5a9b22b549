import { parseMediaKey } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { findOriginal } from '../files/index.ts';
import { albumContents, type Cover } from './albums.ports.ts';
import type { AlbumRow } from './albums.read-model.ts';
import type { AlbumChange } from './albums.store.ts';

/** The picture on an album's card: the one somebody chose, or its first. */
export async function coversOf(db: Db, port: Ports['port'], rows: readonly AlbumRow[]): Promise<Map<string, Cover>> {
  const unchosen = rows.filter((row) => row.thumbnail_file_id === null).map((row) => row.id);
  const covers = unchosen.length > 0 ? await port(albumContents).firstPictures(db, unchosen) : new Map<string, Cover>();
  for (const { id, thumbnail_file_id: fileId, thumbnail_rotation: rotation, chosen_thumbhash: thumbhash } of rows)
    if (fileId !== null) covers.set(id, { fileId, rotation, thumbhash });
  return covers;
}

/** Of a media in the album, or a picture this person uploaded; null is its first picture again. */
export async function chooseCover(
  db: Db,
  port: Ports['port'],
  { albumId, userId, thumbnail }: { albumId: string; userId: string; thumbnail: { key: string } | null },
): Promise<AlbumChange> {
  if (thumbnail === null) return { thumbnail_file_id: null, thumbnail_rotation: 0 };
  const key = parseMediaKey(thumbnail.key);
  const original = key && (await findOriginal(db, key.fileId));
  if (!original) throw new AppError('NOT_FOUND');
  const isOwnPicture = original.owner_id === userId && original.kind === 'image';
  if (!isOwnPicture && !(await port(albumContents).shows(db, albumId, original.id))) throw new AppError('NOT_FOUND');
  return { thumbnail_file_id: original.id, thumbnail_rotation: key.rotation };
}
