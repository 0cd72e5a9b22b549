import type { Album } from '@vitrine/contract/albums';
import { formatCount } from './format.ts';

/** Numbers of media by kind. `otherCount` includes the documents. */
export type AlbumCounts = Pick<Album, 'imageCount' | 'videoCount' | 'otherCount' | 'documentCount'>;

/** Formats the contents of an album, such as "12 photos, 1 video, 2 documents". Empty for an empty album. */
export function formatItemCounts({ imageCount, videoCount, otherCount, documentCount }: AlbumCounts): string {
  const counts: [number, string][] = [
    [imageCount, 'photo'],
    [videoCount, 'video'],
    [documentCount, 'document'],
    [otherCount - documentCount, 'other item'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => formatCount(count, word))
    .join(', ');
}
