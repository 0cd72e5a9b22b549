import { TILE_WIDTHS } from '@vitrine/contract/limits';
import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { isDrawn } from '@vitrine/contract/media-kinds';
import { createContext, useContext } from 'react';

type Row = Pick<Media, 'kind' | 'status' | 'videoThumbnail' | 'mediaFile' | 'keys' | 'main'>;

/** Key of a picture that stands for it; null while a video has no poster yet, or an image cannot be shown. */
export function getPictureKey(media: Row): string | null {
  if (media.kind === 'video') return media.videoThumbnail;
  // Formats that browsers do not support have to wait for their copy; others are available immediately.
  const isWaiting =
    (media.kind === 'document' || /hei[cf]|tiff|^image\/x-/.test(media.mediaFile.mimetype)) && media.status < MEDIA_STATUS.playable;
  // The still image of a widget is drawn after it became playable.
  const mustWait = isWaiting || (isDrawn(media) && media.status < MEDIA_STATUS.complete);
  return mustWait || media.status === MEDIA_STATUS.failed ? null : media.mediaFile.key;
}

export const isProcessing = ({ status }: Pick<Media, 'status'>): boolean => status < MEDIA_STATUS.playable;

export interface VideoSource {
  kind: 'mp4' | 'hls';
  url: string;
  /** Name of the rendition, as in `720p`; undefined for HLS. */
  quality?: string;
}

/**
 * Returns the source of a video: an MP4 rendition starts immediately everywhere, HLS is used without one. The rendition is the smallest one with at
 * least `pixels` on its short side, or else the largest one. `door` is the media route, as for photos.
 */
export function getVideoSource(media: Row, { door = '', pixels = 0 }: { door?: string; pixels?: number } = {}): VideoSource | null {
  const renditions = Object.entries(media.keys).toSorted(([one], [other]) => Number(one) - Number(other));
  const [name, key] = renditions.find(([height]) => Number(height) >= pixels) ?? renditions.at(-1) ?? [];
  if (key) return { kind: 'mp4', url: `/api${door}/streams/${key}`, quality: `${name}p` };
  return media.main ? { kind: 'hls', url: `/api${door}/${media.main}` } : null;
}

/** Returns the address of a live photo's video; null for other photos, and until the video is ready. */
export const getLivePhotoUrl = ({ livePhoto, status }: Pick<Media, 'livePhoto' | 'status'>, door = ''): string | null =>
  livePhoto?.key && status !== MEDIA_STATUS.failed ? `/api${door}/streams/${livePhoto.key}` : null;

/** A rendition that is enlarged by this factor looks like the next larger one. */
const UPSCALE = 1.1;

/** Returns the short side that a video needs to fill a window of this size, in pixels of the display. */
export function getNeededPixels(
  { width, height }: Pick<Media, 'width' | 'height'>,
  { innerWidth, innerHeight, devicePixelRatio }: Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'>,
): number {
  if (!width || !height) return 0;
  const scale = Math.min(innerWidth / width, innerHeight / height);
  return (Math.min(width, height) * scale * devicePixelRatio) / UPSCALE;
}

/**
 * Returns true when the original of a video may be played, because the video is still being processed. `canPlay` judges the container; an unsupported codec
 * causes an error of the player. Visitors with a link may not download originals.
 */
export const playsOriginal = (media: Row, door: string, canPlay: (mimetype: string) => boolean): boolean =>
  door === '' && media.kind === 'video' && isProcessing(media) && canPlay(media.mediaFile.mimetype);

/** Prefix of the API paths of photos and videos: empty for signed-in users, and `/shared/{token}` for visitors with a link, who can only load what it opens. */
export const MediaRouteContext = createContext('');
/** Returns the token of the link that a media route leads through; null for signed-in users. */
export const getLinkToken = (door: string): string | null => (door === '' ? null : decodeURIComponent(door.slice('/shared/'.length)));
export const useMediaRoute = (): string => useContext(MediaRouteContext);

/** Before the server knows a shape. */
const DEFAULT_RATIO = 4 / 3;
/** Extremes are bent a little, so that a panorama stays visible and a receipt does not fill a column. */
export const MIN_RATIO = 0.4;
const MAX_RATIO = 2.6;

/** Width over height of every media of an album in order, as tiles show it. */
export type AspectRatios = Float32Array;

export const getTileRatio = (ratio: number): number => (ratio === 0 ? DEFAULT_RATIO : Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)));

/** From the contract's `MediaLayout`: base64 of little-endian Uint16 thousandths. */
export function decodeAspectRatios(base64: string): AspectRatios {
  const bytes = atob(base64);
  const ratios = new Float32Array(bytes.length >> 1);
  for (let index = 0; index < ratios.length; index += 1) {
    const thousandths = bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8);
    ratios[index] = getTileRatio(thousandths / 1000);
  }
  return ratios;
}

/** More pixels per CSS pixel than these show no more detail at the distance of a phone. */
const MAX_DENSITY = 3;
/** Displays up to this density get tiles for one pixel per CSS pixel, so that a browser zoom of 110 % does not load all tiles again. */
const DENSE = 1.2;

/** Returns the width to request for a tile: an existing one, if that is wide enough. */
export function getTileWidth(width: number, devicePixelRatio: number): number {
  const density = devicePixelRatio > DENSE ? Math.min(MAX_DENSITY, devicePixelRatio) : 1;
  const pixels = Math.ceil(width * density);
  return TILE_WIDTHS.find((ready) => ready >= pixels) ?? pixels;
}
