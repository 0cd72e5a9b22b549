import { createCipheriv, createHash } from 'node:crypto';
import sharp from 'sharp';
import { aVideo } from '../../../apps/server/src/testing/media-files.ts';
import type { Random } from '../../demo/random.ts';

const SIZE = { width: 640, height: 480, channels: 3 as const };
const COMMENT = Buffer.from([0xff, 0xfe]);

/** Returns incompressible bytes, which are the same for the same seed. */
export function noise(seed: string, sizeBytes: number): Buffer {
  const key = createHash('sha256').update(seed).digest();
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(sizeBytes));
}

const createSeed = (random: Random) => String(random.next());

/** Generates photos and videos that all differ. */
export class GeneratedFiles {
  #random: Random;
  #photo: Buffer;
  #film: Buffer;
  #slowFilm: Buffer;

  private constructor(random: Random, [photo, film, slowFilm]: [Buffer, Buffer, Buffer]) {
    this.#random = random;
    [this.#photo, this.#film, this.#slowFilm] = [photo, film, slowFilm];
  }

  static async make(random: Random): Promise<GeneratedFiles> {
    const raw = noise(createSeed(random), SIZE.width * SIZE.height * SIZE.channels);
    const photo = await sharp(raw, { raw: SIZE }).jpeg({ quality: 80 }).toBuffer();
    // HEVC must be transcoded, which is slow.
    const slow = await aVideo({ codec: 'hevc', container: 'mov', width: 1280, height: 720, seconds: 6 });
    return new GeneratedFiles(random, [photo, await aVideo(), slow]);
  }

  /** Returns a photo of about a third of a megabyte. */
  photo(): Buffer {
    const text = Buffer.from(createSeed(this.#random));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return Buffer.concat([this.#photo.subarray(0, 2), COMMENT, length, text, this.#photo.subarray(2)]);
  }

  /** Returns the video followed by a box of noise of this size. */
  film(paddingBytes: number): Buffer {
    return addPadding(this.#film, noise(createSeed(this.#random), paddingBytes));
  }

  slowFilm(): Buffer {
    return addPadding(this.#slowFilm, noise(createSeed(this.#random), 1024));
  }
}

/** Adds an ISO/IEC 14496-12 `free` box (8.1.2), which players ignore. */
function addPadding(film: Buffer, padding: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(padding.length + header.length);
  header.write('free', 4, 'latin1');
  return Buffer.concat([film, header, padding]);
}
