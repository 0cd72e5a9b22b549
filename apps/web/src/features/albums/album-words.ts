import type { Album } from '@vitrine/contract/albums';
import { countOf } from '../../lib/format.ts';

/** Of an album that others share, who does. */
export const sharerOf = (album: Album): string => album.sharedBy[0]?.name ?? 'somebody';

/** `12 photos, 1 video` */
export function describeAlbum({ imageCount, videoCount }: Album): string {
  const words = [imageCount > 0 && countOf(imageCount, 'photo'), videoCount > 0 && countOf(videoCount, 'video')].filter(Boolean);
  return words.join(', ') || 'Empty';
}
