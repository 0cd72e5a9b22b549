import { readRendition } from '@vitrine/contract/files.endpoints';
import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { getEndpointUrl } from './api-client.ts';
import { fromBase64Url } from './base64-url.ts';

export interface PictureSize {
  width?: number;
  height?: number;
  fit?: 'cover' | 'contain' | 'inside';
  /** Changes when the picture of the key is drawn again, such as the still image of a widget. */
  version?: string;
}

/** Address of a picture for this many CSS pixels. The media cookie opens it, or the link that `door` leads through. */
export function getPictureUrl(key: string, { width, height, fit = 'cover', version }: PictureSize, density = 1, door = ''): string {
  const pixels = (size?: number) => size && Math.min(3840, Math.round(size * density));
  return addMediaRoute(getEndpointUrl(readRendition, { query: { key, width: pixels(width), height: pixels(height), fit, version } }), door);
}

const addMediaRoute = (address: string, door: string) => (door === '' ? address : address.replace('/api', `/api${door}`));

/** For `srcset`: displays with more pixels get more, up to three per CSS pixel. */
export function getPictureSrcSet(key: string, size: PictureSize): string {
  return [1, 2, 3].map((density) => `${getPictureUrl(key, size, density)} ${density}x`).join(', ');
}

/** Returns the address of a profile picture at this size in CSS pixels; empty without a picture. */
export function getAvatarPicture(picture: { key: string } | null | undefined, size: number): { src?: string; srcSet?: string } {
  if (!picture?.key) return {};
  const area = { width: size, height: size };
  return { src: getPictureUrl(picture.key, area), srcSet: getPictureSrcSet(picture.key, area) };
}

const CACHE_MAX = 2000;
/** In the third byte: the picture is transparent somewhere. */
const HAS_ALPHA = 0x80;
const urls = new Map<string, string>();

/** A thumbhash as the address of a tiny blurred picture; each is drawn once. */
export function getThumbhashUrl(thumbhash: string | null): string | null {
  if (!thumbhash) return null;
  const known = urls.get(thumbhash);
  if (known) return known;
  const url = thumbHashToDataURL(fromBase64Url(thumbhash));
  if (urls.size >= CACHE_MAX) urls.clear();
  urls.set(thumbhash, url);
  return url;
}

/** Returns the mean color, which is cheap enough for forty tiles that appear at once; undefined without a hash. */
export function getThumbhashColour(thumbhash: string | null): { colour?: string; isOpaque: boolean } {
  if (!thumbhash) return { isOpaque: true };
  const bytes = fromBase64Url(thumbhash);
  const { r, g, b, a } = thumbHashToAverageRGBA(bytes);
  const colour = `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')} / ${a.toFixed(2)})`;
  return { colour, isOpaque: ((bytes[2] ?? 0) & HAS_ALPHA) === 0 };
}
