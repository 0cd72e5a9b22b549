import sharp from 'sharp';
import { cornersRgb, type Size } from './media-files.ts';

interface RawRecipe {
  make: string;
  /** Size of the large JPEG; undefined without one. */
  preview?: Size;
  /** EXIF orientation of the photo. */
  orientation?: number;
  isDng?: boolean;
}

const THUMBNAIL: Size = { width: 160, height: 120 };
const LONG = 4;
const ASCII = 2;

type Entry = [tag: number, value: number | Buffer];

/** Creates a RAW file as cameras store it (TIFF/EP): a thumbnail in its first directory, in two more the pixels of the sensor and a large JPEG of CORNERS. */
export async function aRawFile({ make, preview, orientation = 1, isDng = false }: RawRecipe): Promise<Buffer> {
  const [thumbnail, large] = [await aCornerJpeg(THUMBNAIL), preview && (await aCornerJpeg(preview))];
  const sensor = Buffer.alloc(4000, 0x5a);
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  const append = (bytes: Buffer): number => {
    const at = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(bytes, Buffer.alloc(bytes.length % 2));
    return at;
  };
  const sensorAt = appendDirectory(append, [
    [254, 0],
    [259, 34_713],
    [262, 32_803],
    [273, append(sensor)],
    [279, sensor.length],
  ]);
  const previewAt =
    large &&
    appendDirectory(append, [
      ...([
        [254, 1],
        [259, 7],
        [273, append(large)],
        [279, large.length],
      ] as Entry[]),
    ]);
  const directories = Buffer.concat([sensorAt, ...(previewAt === undefined ? [] : [previewAt])].map(u32));
  const firstAt = appendDirectory(append, [
    [254, 1],
    [271, Buffer.from(`${make}\0`, 'latin1')],
    [274, orientation],
    [330, directories],
    [513, append(thumbnail)],
    [514, thumbnail.length],
    ...(isDng ? [[50_706, 0x0401] as Entry] : []),
  ]);
  const file = Buffer.concat(parts);
  file.writeUInt32LE(firstAt, 4);
  return file;
}

const aCornerJpeg = (size: Size): Promise<Buffer> =>
  sharp(cornersRgb(size), { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();

/** Appends a directory with the values that do not fit into it, and returns its offset. */
function appendDirectory(append: (bytes: Buffer) => number, entries: readonly Entry[]): number {
  const rows = entries.map(([tag, value]) => {
    const row = Buffer.alloc(12);
    row.writeUInt16LE(tag, 0);
    const isText = tag === 271;
    row.writeUInt16LE(isText ? ASCII : LONG, 2);
    row.writeUInt32LE(typeof value === 'number' ? 1 : isText ? value.length : value.length / 4, 4);
    if (typeof value === 'number') row.writeUInt32LE(value, 8);
    else if (value.length <= 4) value.copy(row, 8);
    else row.writeUInt32LE(append(value), 8);
    return row;
  });
  const count = Buffer.alloc(2);
  count.writeUInt16LE(rows.length);
  return append(Buffer.concat([count, ...rows, Buffer.alloc(4)]));
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
