import { apiPath } from '../../lib/api-client.ts';

export interface PictureSize {
  width?: number;
  height?: number;
  fit?: 'cover' | 'contain' | 'inside';
}

/** Address of a picture for this many CSS pixels. The media cookie opens it. */
export function pictureUrl(key: string, { width, height, fit = 'cover' }: PictureSize, density = 1): string {
  return apiPath('/uploads', {
    key,
    width: width && Math.min(3840, Math.round(width * density)),
    height: height && Math.min(3840, Math.round(height * density)),
    fit,
  });
}

/** For `srcset`: screens with more pixels get more. */
export function pictureSet(key: string, size: PictureSize): string {
  return `${pictureUrl(key, size)} 1x, ${pictureUrl(key, size, 2)} 2x`;
}
