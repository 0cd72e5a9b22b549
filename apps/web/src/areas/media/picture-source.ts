import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { createContext, useContext } from 'react';

type Row = Pick<Media, 'kind' | 'status' | 'videoThumbnail' | 'mediaFile' | 'keys' | 'main'>;

/** Key of a picture that stands for it; null while a video has no poster yet, or an image cannot be shown. */
export function getPictureKey(media: Row): string | null {
  if (media.kind === 'video') return media.videoThumbnail;
  // Formats that browsers do not support have to wait for their copy; others are available immediately.
  const mustWait = /hei[cf]|tiff/.test(media.mediaFile.mimetype) && media.status < MEDIA_STATUS.playable;
  return mustWait || media.status === MEDIA_STATUS.failed ? null : media.mediaFile.key;
}

export const isProcessing = ({ status }: Pick<Media, 'status'>): boolean => status < MEDIA_STATUS.playable;

/** Returns the source of a video: the MP4 rendition starts immediately everywhere, HLS is used without one. `door` is the media route, as for photos. */
export function getVideoSource(media: Row, door = ''): { kind: 'mp4' | 'hls'; url: string } | null {
  const best = Object.entries(media.keys).sort(([one], [other]) => Number(other) - Number(one))[0];
  if (best) return { kind: 'mp4', url: `/api${door}/streams/${best[1]}` };
  return media.main ? { kind: 'hls', url: `/api${door}/${media.main}` } : null;
}

/** Prefix of the API paths of photos and videos: empty for signed-in users, and `/shared/{token}` for visitors with a link, who can only load what it opens. */
export const MediaRouteContext = createContext('');
export const useMediaRoute = (): string => useContext(MediaRouteContext);
