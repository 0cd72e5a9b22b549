import { aGif, anAnimatedWebp, anApng, aStillGif } from '../../../apps/server/src/testing/animated-files.ts';
import { aPhotoWithMetadata } from '../../../apps/server/src/testing/captured-files.ts';
import { COLOURED_IMAGES } from '../../../apps/server/src/testing/coloured-images.ts';
import { aHeicBurst, aHeicGrid } from '../../../apps/server/src/testing/heic-collections.ts';
import * as files from '../../../apps/server/src/testing/media-files.ts';
import { CONTAINER_VIDEOS, TRICKY_VIDEOS } from '../../../apps/server/src/testing/tricky-videos.ts';
import { anOldJpegTiff, UNUSUAL_JPEGS } from '../../../apps/server/src/testing/unusual-images.ts';
import { encodeVideo } from '../../../apps/server/src/testing/video-file.ts';

/** A valid file. */
export interface SourceFile {
  name: string;
  bytes: Buffer;
}

const SMALL: files.Size = { width: 160, height: 96 };
const TILE: files.Size = { width: 128, height: 96 };
const SHORT = { ...SMALL, seconds: 0.6, hasSound: true } as const;
const HEIC_TILE = () => encodeVideo(files.cornersRgb(TILE), { ...TILE, codec: 'hevc', container: 'mp4', frames: 1 });

const PHOTOS: Record<string, () => Promise<Buffer>> = {
  'photo.jpg': () => files.aJpeg(SMALL),
  'upright.jpg': () => files.aSidewaysJpeg(),
  'holiday.jpg': () => aPhotoWithMetadata({ at: '2024:07:21 14:03:59', make: 'Vitrine', model: 'One', position: [38.7, -9.1] }),
  'drawing.png': () => files.aPng(SMALL),
  'photo.webp': () => files.aWebp(SMALL),
  'photo.avif': () => files.anAvif(SMALL),
  'photo.heic': () => files.aHeic(TILE, { quarterTurns: 1 }),
  'burst.heic': async () => aHeicBurst([await HEIC_TILE(), await HEIC_TILE()], TILE, 2),
  'grid.heic': async () => aHeicGrid([await HEIC_TILE(), await HEIC_TILE()], TILE),
  'scan.tif': () => anOldJpegTiff({ parts: 2 }),
  'still.gif': aStillGif,
  'moving.gif': () => aGif(),
  'moving.webp': anAnimatedWebp,
  'moving.png': async () => anApng(await files.aPng(SMALL)),
};

const VIDEOS: Record<string, () => Promise<Buffer>> = {
  'film.mp4': () => files.aVideo(SHORT),
  'phone.mov': () => files.aVideo({ ...SHORT, container: 'mov', codec: 'hevc', isRotated: true }),
  'hdr.mp4': () => files.aPlainHdrVideo([110, 110, 110]),
  'film.mkv': () => files.aVideo({ ...SHORT, container: 'matroska' }),
  'film.avi': () => files.aVideo({ ...SHORT, container: 'avi', codec: 'mpeg4' }),
  'camcorder.mp4': () =>
    files.aVideo({ width: 640, height: 480, seconds: 0.6, framesPerSecond: 50, interlaced: { first: 'top', isMarked: true } }),
};

/** Videos of minutes take longer than the damage to them is worth. */
const MAX_SOURCE_S = 10;

/** Makes small valid files of all accepted formats, which the damaged ones are made of. */
export async function makeSourceFiles(): Promise<SourceFile[]> {
  const named: [string, () => Promise<Buffer>][] = [
    ...Object.entries(PHOTOS),
    ...UNUSUAL_JPEGS.map(([name, make]): [string, () => Promise<Buffer>] => [`${name}.jpg`, make]),
    ...COLOURED_IMAGES.map(({ name, format, make }): [string, () => Promise<Buffer>] => [`${name}.${format}`, make]),
    ...Object.entries(VIDEOS),
    ...[...TRICKY_VIDEOS, ...CONTAINER_VIDEOS]
      .filter(({ durationS }) => durationS <= MAX_SOURCE_S)
      .map(({ name, format, make }): [string, () => Promise<Buffer>] => [`${name}.${format}`, make]),
  ];
  const made: SourceFile[] = [];
  for (const [name, make] of named) made.push({ name, bytes: await make() });
  return made;
}
