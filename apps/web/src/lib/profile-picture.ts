import { getPictureSrcSet, getPictureUrl } from './picture-url.ts';

/** The address of somebody's picture at this many CSS pixels; nothing for those who have none. */
export function getAvatarPicture(picture: { key: string } | null | undefined, size: number): { src?: string; srcSet?: string } {
  if (!picture?.key) return {};
  const area = { width: size, height: size };
  return { src: getPictureUrl(picture.key, area), srcSet: getPictureSrcSet(picture.key, area) };
}
