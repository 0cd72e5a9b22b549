import type { Album } from '@vitrine/contract/albums';
import { formatCount } from '../../../lib/format.ts';

/** Of an album that others share, who does. */
export const getSharerName = (album: Album): string => album.sharedBy[0]?.name ?? 'someone';

/** `12 photos, 1 video` */
export function describeAlbum({ imageCount, videoCount }: Album): string {
  const words = [imageCount > 0 && formatCount(imageCount, 'photo'), videoCount > 0 && formatCount(videoCount, 'video')].filter(Boolean);
  return words.join(', ') || 'Empty';
}
