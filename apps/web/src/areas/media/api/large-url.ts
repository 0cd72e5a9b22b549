import { getPictureUrl } from '../../../lib/picture-url.ts';

/** The same size for all, so that a neighbour fetched ahead is the very picture shown next. */
export function getPreviewPictureUrl(key: string, door = ''): string {
  const density = Math.min(2, window.devicePixelRatio);
  return getPictureUrl(key, { width: window.innerWidth, height: window.innerHeight, fit: 'inside' }, density, door);
}
