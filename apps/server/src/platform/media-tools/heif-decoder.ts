import libheif from 'libheif-js/wasm-bundle.js';
import { AppError } from '../errors.ts';

export interface OpenHeif {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Returns RGBA, row by row. */
  decode(): Promise<Uint8ClampedArray>;
  close(): void;
}

/**
 * Opens the primary image of a HEIF file (`pitm`, ISO/IEC 23008-12, section 6.2), which is not always the first: bursts and edited photos contain several.
 * Tiles of a grid are assembled. Throws FILE_BROKEN when no image can be opened.
 */
export function openPrimaryImage(file: Buffer): OpenHeif {
  const decoder = new libheif.HeifDecoder();
  const images = decoder.decode(file);
  const close = () => {
    for (const image of images) image.free();
    decoder.decoder?.delete();
  };
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) {
    close();
    throw new AppError('FILE_BROKEN');
  }
  const [width, height] = [image.get_width(), image.get_height()];
  return {
    width,
    height,
    close,
    decode: () =>
      new Promise((resolve, reject) => {
        image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (displayed) =>
          displayed ? resolve(displayed.data) : reject(new AppError('FILE_BROKEN')),
        );
      }),
  };
}
