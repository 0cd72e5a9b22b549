import type { Sharp } from 'sharp';
import { addMetadata } from './image-describe.ts';
import { openImage } from './image-open.ts';
import type { RenderArgs, Rendered } from './image-tool-types.ts';

const JPEG_QUALITY = 85;
const WEBP_QUALITY = 85;
const DOWNLOAD_QUALITY = 95;

/**
 * Writes an upright sRGB copy, without metadata unless it is to be described, never larger than the original: JPEG, or WebP where there is
 * transparency. `cover` fills the box and crops, the others keep the whole picture within it.
 */
export async function renderImage({
  source,
  target,
  width,
  height,
  fit,
  turn = 0,
  isDownload: isForKeeping = false,
  prefersSpeed: prefersSpeed = false,
  description,
  original,
}: RenderArgs): Promise<Rendered> {
  const { hasAlpha } = await openImage(source).metadata();
  let image = openImage(source);
  if (turn) image = image.rotate(turn);
  if (width || height) {
    const kept = fit === 'cover' && width && height ? 'cover' : 'inside';
    image = image.resize(width, height, { fit: kept, withoutEnlargement: true });
  }
  if (isForKeeping) {
    const plain = image.flatten({ background: '#ffffff' }).jpeg({ quality: DOWNLOAD_QUALITY });
    const described = description && original ? await addMetadata(plain, { source: original, ...description }) : plain;
    const { size, ...made } = await described.toFile(target);
    return { mimetype: 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
  }
  return writeCopy(image, target, { hasAlpha, isUrgent: prefersSpeed });
}

/** `isUrgent`: made a third sooner, and a twentieth larger. */
export async function writeCopy(
  image: Sharp,
  target: string,
  { hasAlpha, isUrgent }: { hasAlpha: boolean; isUrgent: boolean },
): Promise<Rendered> {
  const encoded = hasAlpha ? image.webp({ quality: WEBP_QUALITY }) : image.jpeg({ quality: JPEG_QUALITY, optimiseCoding: !isUrgent });
  const { size, ...made } = await encoded.toFile(target);
  return { mimetype: hasAlpha ? 'image/webp' : 'image/jpeg', width: made.width, height: made.height, sizeBytes: size };
}
