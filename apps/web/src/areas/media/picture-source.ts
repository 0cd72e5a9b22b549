import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { createContext, useContext } from 'react';

type Row = Pick<Media, 'kind' | 'status' | 'videoThumbnail' | 'mediaFile' | 'keys' | 'main'>;

/** Key of a picture that stands for it; null while a video has no poster yet, or an image cannot be shown. */
export function getPictureKey(media: Row): string | null {
  if (media.kind === 'video') return media.videoThumbnail;
  // Pictures that no browser opens by themselves have to wait for their copy; all others are there at once.
  const mustWait = /hei[cf]|tiff/.test(media.mediaFile.mimetype) && media.status < MEDIA_STATUS.playable;
  return mustWait || media.status === MEDIA_STATUS.failed ? null : media.mediaFile.key;
}

export const isProcessing = ({ status }: Pick<Media, 'status'>): boolean => status < MEDIA_STATUS.playable;

/** What a video plays from: the MP4 rendition starts at once everywhere, HLS is for when there is none. `door` as for pictures. */
export function getVideoSource(media: Row, door = ''): { kind: 'mp4' | 'hls'; url: string } | null {
  const best = Object.entries(media.keys).sort(([one], [other]) => Number(other) - Number(one))[0];
  if (best) return { kind: 'mp4', url: `/api${door}/streams/${best[1]}` };
  return media.main ? { kind: 'hls', url: `/api${door}/${media.main}` } : null;
}

/**
 * Below which address of the API pictures and videos are fetched: straight below it for whoever is signed in, and for whoever came by a link below that
 * link's (`/shared/{token}`), which opens them and nothing else.
 */
export const MediaRouteContext = createContext('');
export const useMediaRoute = (): string => useContext(MediaRouteContext);
