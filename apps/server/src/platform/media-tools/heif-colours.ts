import { listBoxes, readFrom } from './iso-boxes.ts';

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

const parseBoxes = (bytes: Buffer): Box[] =>
  listBoxes(readFrom(bytes), 0, bytes.length, MAX_BOXES).map(({ type, start, end }) => ({ type, content: bytes.subarray(start, end) }));

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
