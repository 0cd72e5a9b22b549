import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';

/** Whether so many bytes more fit into an album of this size, what it was promised included. ALBUM_FULL. */
export function assertAlbumCapacity(sizeBytes: number, albumBytes: number): void {
  if (albumBytes + sizeBytes > LIMITS.albumBytes) throw new AppError('ALBUM_FULL');
}
