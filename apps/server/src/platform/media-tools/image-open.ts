import { LIMITS } from '@vitrine/contract/limits';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { AppError } from '../errors.ts';
import { repairImage } from './image-repair.ts';

// Only these decoders are available: no SVG, no PDF, no ImageMagick, regardless of what the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffFile',
  ],
});
// The pool of children is what runs in parallel; a cache would only hold memory, since keys are read once.
sharp.concurrency(1);
sharp.cache(false);

/** Opens an image upright and refuses dimensions over the pixel limit before it is decoded. A file that the decoders cannot read as it is, is repaired first. */
export function openImage(source: string, options: SharpOptions = {}): Sharp {
  return sharp(repairImage(source) ?? source, { limitInputPixels: LIMITS.imagePixels, failOn: 'error', autoOrient: true, ...options });
}

/** Decodes a repaired file once, to verify that its pixels are complete. Does nothing for other files. Throws FILE_BROKEN. */
export async function assertAllPixels(source: string): Promise<void> {
  const repaired = repairImage(source);
  if (!repaired) return;
  try {
    await sharp(repaired, { limitInputPixels: LIMITS.imagePixels, failOn: 'warning' }).stats();
  } catch (error) {
    // libjpeg also warns of bytes between segments, which are harmless.
    if (!/extraneous bytes/i.test(String(error)) || /premature end/i.test(String(error)))
      throw new AppError('FILE_BROKEN', undefined, { cause: error });
  }
}

/** Says in the product's words why a picture does not open. */
export async function translateOpenErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/exceeds pixel limit/i.test(message)) throw new AppError('IMAGE_TOO_LARGE', undefined, { cause: error });
    if (isDiskFullMessage(message)) throw error;
    throw new AppError('FILE_BROKEN', undefined, { cause: error });
  }
}

/** libvips reports a full disk only in its message. */
const isDiskFullMessage = (message: string) => /no space left|unable to write|write error|ENOSPC/i.test(message);
