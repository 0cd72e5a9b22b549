import { readRendition } from '@vitrine/contract/files.endpoints';
import { getEndpointUrl } from './api-client.ts';

export interface PictureSize {
  width?: number;
  height?: number;
  fit?: 'cover' | 'contain' | 'inside';
}

/** Address of a picture for this many CSS pixels. The media cookie opens it, or the link that `door` leads through. */
export function getPictureUrl(key: string, { width, height, fit = 'cover' }: PictureSize, density = 1, door = ''): string {
  const pixels = (size?: number) => size && Math.min(3840, Math.round(size * density));
  return addMediaRoute(getEndpointUrl(readRendition, { query: { key, width: pixels(width), height: pixels(height), fit } }), door);
}

const addMediaRoute = (address: string, door: string) => (door === '' ? address : address.replace('/api', `/api${door}`));

/** For `srcset`: screens with more pixels get more. */
export function getPictureSrcSet(key: string, size: PictureSize): string {
  return `${getPictureUrl(key, size)} 1x, ${getPictureUrl(key, size, 2)} 2x`;
}

/** Returns the address of a profile picture at this size in CSS pixels; empty without a picture. */
export function getAvatarPicture(picture: { key: string } | null | undefined, size: number): { src?: string; srcSet?: string } {
  if (!picture?.key) return {};
  const area = { width: size, height: size };
  return { src: getPictureUrl(picture.key, area), srcSet: getPictureSrcSet(picture.key, area) };
}
