import sharp, { type JpegOptions } from 'sharp';
import { cornersRgb, type Size } from './media-files.ts';

/** Valid images of kinds that strict readers refuse. All show CORNERS. */
const SIZE: Size = { width: 96, height: 64 };
const START = Buffer.from([0xff, 0xd8]);

const aPlainJpeg = (options: JpegOptions = {}): Promise<Buffer> =>
  sharp(cornersRgb(SIZE), { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 92, ...options })
    .toBuffer();

/** Inserts bytes behind the first segment of a JPEG. */
function insertAfterFirstSegment(jpeg: Buffer, bytes: Buffer): Buffer {
  const at = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

export const aJpegWithoutEnd = async (options?: JpegOptions) => (await aPlainJpeg(options)).subarray(0, -2);

/** A panorama of an old Samsung phone: no end marker, and a trailer with a video and a directory. */
export async function aSamsungPanorama(): Promise<Buffer> {
  const block = Buffer.concat([Buffer.from([0, 0, 0x31, 0x0a, 4, 0, 0, 0]), Buffer.from('Pano'), Buffer.alloc(400, 'film')]);
  const directory = Buffer.alloc(24);
  directory.write('SEFH', 'latin1');
  directory.writeUInt32LE(101, 4);
  directory.writeUInt32LE(1, 8);
  directory.writeUInt16LE(0x0a31, 14);
  directory.writeUInt32LE(block.length, 16);
  directory.writeUInt32LE(block.length, 20);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(directory.length, 0);
  end.write('SEFT', 4, 'latin1');
  return Buffer.concat([await aJpegWithoutEnd({ progressive: true }), block, directory, end]);
}

/** Builds a TIFF with old-style JPEG (TIFF 6.0, section 22). `parts` 2 stores the compressed data as a strip apart from the tables. */
export async function anOldJpegTiff({ parts = 1 }: { parts?: 1 | 2 } = {}): Promise<Buffer> {
  const jpeg = await aPlainJpeg();
  const headLength = parts === 1 ? jpeg.length : jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const stripLength = parts === 1 ? jpeg.length : jpeg.length - headLength;
  const values: [tag: number, value: number][] = [
    [256, SIZE.width],
    [257, SIZE.height],
    [259, 6],
    [262, 6],
    [273, 0],
    [277, 3],
    [278, SIZE.height],
    [279, stripLength],
    [512, 1],
    [513, 0],
    [514, headLength],
  ];
  const dataAt = 8 + 2 + values.length * 12 + 4;
  const [tablesAt, stripAt] = [dataAt, parts === 1 ? dataAt : dataAt + headLength + 2];
  const directory = Buffer.alloc(2 + values.length * 12 + 4);
  directory.writeUInt16LE(values.length, 0);
  for (const [index, [tag, value]] of values.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(tag === 273 ? stripAt : tag === 513 ? tablesAt : value, at + 8);
  }
  const gap = parts === 1 ? [jpeg] : [jpeg.subarray(0, headLength), Buffer.alloc(2), jpeg.subarray(headLength)];
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory, ...gap]);
}

export const UNUSUAL_JPEGS: readonly [string, () => Promise<Buffer>][] = [
  ['bytes between segments', async () => insertAfterFirstSegment(await aPlainJpeg(), Buffer.from([0, 1, 2]))],
  ['bytes behind the start marker', async () => Buffer.concat([START, Buffer.from([0, 0]), (await aPlainJpeg()).subarray(2)])],
  ['fill bytes', async () => insertAfterFirstSegment(await aPlainJpeg(), Buffer.alloc(40, 0xff))],
  ['no end marker', aJpegWithoutEnd],
  ['no end marker and several scans', () => aJpegWithoutEnd({ progressive: true })],
  ['a second start marker', async () => Buffer.concat([START, await aPlainJpeg()])],
  ['a Samsung trailer in place of the end marker', aSamsungPanorama],
];
