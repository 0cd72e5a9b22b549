import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { fromBase64Url } from './base64-url.ts';

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
