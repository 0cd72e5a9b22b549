import { readAt } from './file-reader.ts';

/** Bytes of a number of each type that tells offsets and sizes. */
const NUMBER_BYTES: Record<number, number> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
const TEXT = 2;

/** A directory has one entry for each tag, and a picture of any size that we open fewer parts. */
const ENTRIES_MAX = 4096;
const PARTS_MAX = 1_000_000;
/** All values of a file that are read: offsets and sizes of all parts, and more. Entries may refer to the same bytes, so the size of the file limits nothing. */
const VALUES_MAX = 3 * PARTS_MAX;
const TEXT_MAX = 200;

export interface TiffDirectory {
  /** Numbers by tag. */
  values: ReadonlyMap<number, number[]>;
  /** Texts by tag. */
  texts: ReadonlyMap<number, string>;
  /** Offset of the next directory, 0 for none. */
  nextAt: number;
}

export interface TiffReader {
  firstAt: number;
  /** Reads a directory; undefined when it is incomplete, or when the file has more values than an image needs. */
  read(at: number): TiffDirectory | undefined;
}

/** Reads the directories of a TIFF or BigTIFF, with the numbers and texts of `tags`. Nothing outside of them is followed. */
export function openTiff(fd: number, size: number, tags: ReadonlySet<number>): TiffReader {
  const head = readAt(fd, 0, 16);
  const isLittle = head[0] === 0x49;
  const isBig = (isLittle ? head[2] : head[3]) === 43;
  const read = createNumberReader(isLittle);
  const [countBytes, entryBytes, valueBytes] = isBig ? ([8, 20, 8] as const) : ([2, 12, 4] as const);

  let valuesLeft = VALUES_MAX;

  /** Returns the bytes of an entry's values; undefined when they are beyond the end or of another kind. */
  const readValues = (entries: Buffer, entry: number, width: number, length: number): Buffer | undefined => {
    const inPlace = entry + 4 + valueBytes;
    if (width * length <= valueBytes) return entries.subarray(inPlace, inPlace + valueBytes);
    const from = read(entries, inPlace, valueBytes);
    return from + width * length > size ? undefined : readAt(fd, from, width * length);
  };

  return {
    firstAt: isBig ? read(head, 8, 8) : read(head, 4, 4),
    read(at) {
      if (at < 8 || at + countBytes > size) return undefined;
      const count = read(readAt(fd, at, countBytes), 0, countBytes);
      const end = at + countBytes + count * entryBytes;
      if (count < 1 || count > ENTRIES_MAX || end > size) return undefined;
      const entries = readAt(fd, at + countBytes, count * entryBytes);
      const [values, texts] = [new Map<number, number[]>(), new Map<number, string>()];
      for (let entry = 0; entry < entries.length; entry += entryBytes) {
        const tag = read(entries, entry, 2);
        if (!tags.has(tag)) continue;
        const type = read(entries, entry + 2, 2);
        const length = read(entries, entry + 4, valueBytes);
        const width = type === TEXT ? 1 : NUMBER_BYTES[type];
        if (width === undefined || length > Math.min(PARTS_MAX, valuesLeft)) return undefined;
        valuesLeft -= length;
        const bytes = readValues(entries, entry, width, type === TEXT ? Math.min(length, TEXT_MAX) : length);
        if (!bytes) return undefined;
        if (type === TEXT) texts.set(tag, bytes.toString('latin1', 0, Math.min(length, TEXT_MAX)).replace(/\0.*$/s, ''));
        else
          values.set(
            tag,
            Array.from({ length }, (_, index) => read(bytes, index * width, width)),
          );
      }
      return { values, texts, nextAt: end + valueBytes <= size ? read(readAt(fd, end, valueBytes), 0, valueBytes) : 0 };
    },
  };
}

/** Reads numbers of 1, 2, 4 or 8 bytes. Values beyond 2 to the power of 53 exceed any file. */
const createNumberReader =
  (isLittle: boolean) =>
  (from: Buffer, at: number, bytes: number): number => {
    if (bytes === 8) return Number(isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
    return isLittle ? from.readUIntLE(at, bytes) : from.readUIntBE(at, bytes);
  };
