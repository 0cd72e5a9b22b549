import sharp from 'sharp';
import { cornersRgb } from './media-files.ts';
import { encodeVideo } from './video-file.ts';

export interface CaptureDetails {
  /** Local date and time, such as `2024:07:21 14:03:59`. */
  at?: string;
  /** UTC offset, such as `+02:00`. */
  offset?: string;
  make?: string;
  model?: string;
  lens?: string;
  /** Degrees, north and east. */
  position?: readonly [number, number];
}

export const LISBON = [38.7119, -9.1333] as const;
export const MUNICH = [48.137, 11.575] as const;

const rational = (degrees: number) => `${Math.round(Math.abs(degrees) * 10_000)}/10000 0/1 0/1`;

/** Creates a picture of one colour with the metadata that cameras and phones write. */
export const aPhotoWithMetadata = (
  { at, offset, make, model, lens, position }: CaptureDetails,
  {
    format = 'jpeg',
    size = { width: 320, height: 200 },
  }: { format?: 'jpeg' | 'webp' | 'avif' | 'png'; size?: { width: number; height: number } } = {},
): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: '#993366' } })
    .withExif({
      IFD0: { Software: 'test', ...(make ? { Make: make } : {}), ...(model ? { Model: model } : {}) },
      IFD2: {
        ...(at ? { DateTimeOriginal: at } : {}),
        ...(offset ? { OffsetTimeOriginal: offset } : {}),
        ...(lens ? { LensModel: lens } : {}),
      },
      ...(position
        ? {
            IFD3: {
              GPSLatitudeRef: position[0] < 0 ? 'S' : 'N',
              GPSLatitude: rational(position[0]),
              GPSLongitudeRef: position[1] < 0 ? 'W' : 'E',
              GPSLongitude: rational(position[1]),
            },
          }
        : {}),
    })
    .toFormat(format)
    .toBuffer();

const FILM = { width: 64, height: 48 };
const EPOCH_1904_S = 2_082_844_800;

/** Creates a video whose container states date (UTC) and location as phones write them. */
export async function aVideoWithMetadata({ at, location }: { at: Date; location: string }): Promise<Buffer> {
  const film = await encodeVideo(cornersRgb(FILM), { ...FILM, codec: 'h264', container: 'mov', frames: 3 });
  const header = film.indexOf('mvhd');
  // Version 0 of the box: flags, then the creation time in seconds.
  film.writeUInt32BE(at.getTime() / 1000 + EPOCH_1904_S, header + 8);
  return appendToIndex(
    film,
    box('udta', box('\xa9xyz', Buffer.concat([Buffer.from([0, location.length, 0x15, 0xc7]), Buffer.from(location)]))),
  );
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Appends a box to the index, which is the last box of the file. */
function appendToIndex(film: Buffer, added: Buffer): Buffer {
  const at = film.lastIndexOf('moov') - 4;
  const length = film.readUInt32BE(at);
  if (at + length !== film.length) throw new Error('The index is not at the end of the film.');
  film.writeUInt32BE(length + added.length, at);
  return Buffer.concat([film, added]);
}
