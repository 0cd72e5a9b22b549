/** Reads this many bytes from an offset. Bytes beyond the end are zero. */
export type ReadBytes = (at: number, length: number) => Buffer;

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2), such as MP4, QuickTime and HEIF. */
export interface Box {
  type: string;
  /** Offsets of the content. */
  start: number;
  end: number;
}

const MAX_BOXES = 256;

/** Lists at most `max` boxes between two offsets, up to the first one whose length is invalid or that ends behind `end`. */
export function listBoxes(read: ReadBytes, start: number, end: number, max = MAX_BOXES): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < max; ) {
    const head = read(at, 16);
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    // 0: the box extends to the end. 1: the length has 64 bits.
    const length = short === 0 ? end - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < headBytes || at + length > end) break;
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + length });
    at += length;
  }
  return boxes;
}

export const findBox = (read: ReadBytes, { start, end }: Pick<Box, 'start' | 'end'>, type: string): Box | undefined =>
  listBoxes(read, start, end).find((box) => box.type === type);

/** Reads from a buffer. */
export const readFrom =
  (bytes: Buffer): ReadBytes =>
  (at, length) =>
    Buffer.concat([bytes.subarray(at, at + length)], length);
