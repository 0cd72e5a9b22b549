import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';

/** Throws ALBUM_FULL when this many more bytes do not fit into the album, including reserved space. */
export function assertAlbumCapacity(sizeBytes: number, albumBytes: number): void {
  if (albumBytes + sizeBytes > LIMITS.albumBytes) throw new AppError('ALBUM_FULL');
}
