import { createByteReader } from './file-reader.ts';

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const HEADER_BYTES = 13;
const IMAGE_HEADER_BYTES = 10;

/**
 * Whether the last block of a GIF has arrived (GIF89a, §§17 to 27): each is a chain of sub-blocks, and an empty one ends it. The mark behind the last may be missing,
 * as it does from many that everything shows, and what follows it is not looked at.
 */
export function isCompleteGif(fd: number, size: number): boolean {
  const byte = createByteReader(fd);
  let hasImage = false;
  let at = HEADER_BYTES + getColourTableBytes(byte(10));
  while (at < size) {
    const kind = byte(at);
    if (kind === IMAGE) {
      hasImage = true;
      // Behind the colours of its own, how many bits its codes begin with.
      at += IMAGE_HEADER_BYTES + getColourTableBytes(byte(at + 9)) + 1;
    } else if (kind === EXTENSION) at += 2;
    else return hasImage;
    for (let length = byte(at); length !== 0; length = byte(at)) {
      at += 1 + length;
      if (at >= size) return false;
    }
    at += 1;
  }
  return hasImage && at === size;
}

/** A table of colours, where the highest bit says that there is one. */
const getColourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
