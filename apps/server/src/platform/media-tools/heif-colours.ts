/** Colors of a HEIF image as declared in the file (ISO/IEC 23008-12, ISO/IEC 14496-12 `colr`). */
export interface HeifColours {
  icc?: Buffer;
  /** Codes of ITU-T H.273. */
  nclx?: { primaries: number; transfer: number };
}

const MAX_BOXES = 10_000;
const MAX_PROFILE_BYTES = 1_000_000;
const NOTHING: HeifColours = {};

interface Box {
  type: string;
  content: Buffer;
}

/** Reads the colors of the primary image or, if it declares none, of its tiles. Nothing for a damaged file, whose pixels are shown unchanged. */
export function readHeifColours(file: Buffer): HeifColours {
  try {
    const meta = parseBoxes(file).find(({ type }) => type === 'meta');
    if (!meta) return NOTHING;
    const parts = parseBoxes(meta.content.subarray(4));
    const properties = parseBoxes(findBoxContent(parseBoxes(findBoxContent(parts, 'iprp')), 'ipco'));
    const own = listItemProperties(
      findBoxContent(parseBoxes(findBoxContent(parts, 'iprp')), 'ipma'),
      readPrimaryItem(findBoxContent(parts, 'pitm')),
    ).flatMap((index) => properties[index - 1] ?? []);
    const ofPicture = own.filter(({ type }) => type === 'colr');
    return mergeColours(ofPicture.length > 0 ? ofPicture : properties.filter(({ type }) => type === 'colr'));
  } catch (error) {
    if (error instanceof RangeError) return NOTHING;
    throw error;
  }
}

function mergeColours(boxes: Box[]): HeifColours {
  const found: HeifColours = {};
  for (const { content } of boxes) {
    const kind = content.toString('latin1', 0, 4);
    if (kind === 'nclx') found.nclx ??= { primaries: content.readUInt16BE(4), transfer: content.readUInt16BE(6) };
    if ((kind === 'prof' || kind === 'rICC') && isRgbProfile(content.subarray(4))) found.icc ??= content.subarray(4);
  }
  return found;
}

/** The signature, and that it is about red, green and blue. */
const isRgbProfile = (icc: Buffer): boolean =>
  icc.length >= 132 &&
  icc.length <= MAX_PROFILE_BYTES &&
  icc.toString('latin1', 36, 40) === 'acsp' &&
  icc.toString('latin1', 16, 20) === 'RGB ';

/** Reading beyond the end of a damaged file throws a RangeError. */
function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short || bytes.length - at;
    const header = isLong ? 16 : 8;
    if (length < header) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + header, at + length) });
    at += length;
  }
  return boxes;
}

const findBoxContent = (boxes: Box[], type: string): Buffer => boxes.find((box) => box.type === type)?.content ?? Buffer.alloc(0);

const readPrimaryItem = (pitm: Buffer): number => (pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4));

/** The numbers, from 1, of the properties that belong to an item. */
function listItemProperties(ipma: Buffer, item: number): number[] {
  const isWideItem = ipma.readUInt8(0) >= 1;
  const isWideIndex = (ipma.readUInt8(3) & 1) === 1;
  let at = 8;
  for (let left = ipma.readUInt32BE(4); left > 0; left--) {
    const id = isWideItem ? ipma.readUInt32BE(at) : ipma.readUInt16BE(at);
    at += isWideItem ? 4 : 2;
    const count = ipma.readUInt8(at++);
    const size = isWideIndex ? 2 : 1;
    // The highest bit marks the property as essential.
    if (id === item)
      return Array.from({ length: count }, (_, index) =>
        isWideIndex ? ipma.readUInt16BE(at + index * 2) & 0x7fff : ipma.readUInt8(at + index) & 0x7f,
      );
    at += count * size;
  }
  return [];
}
