import { LIMITS } from '@vitrine/contract';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { AppError } from '../errors.ts';

// Only these decoders are available: no SVG, no PDF, no ImageMagick, regardless of what the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadTiffFile',
  ],
});
// The pool of children is what runs in parallel; a cache would only hold memory, since keys are read once.
sharp.concurrency(1);
sharp.cache(false);

/** Opens a picture upright, refusing frames too large to be decoded before any pixel is. */
export function openImage(source: string, options: SharpOptions = {}): Sharp {
  return sharp(source, { limitInputPixels: LIMITS.imagePixels, failOn: 'error', autoOrient: true, ...options });
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
