import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import sharp from 'sharp';
import { aVideo, type VideoOptions } from './media-files.ts';

const PAL: VideoOptions = { width: 768, height: 576, seconds: 1, framesPerSecond: 50 };

/** Videos of two fields per frame, at 25 frames per second. */
export const INTERLACED_VIDEOS = [
  { name: 'top field first', make: () => aVideo({ ...PAL, interlaced: { first: 'top', isMarked: true } }) },
  { name: 'bottom field first', make: () => aVideo({ ...PAL, interlaced: { first: 'bottom', isMarked: true } }) },
  { name: 'marked as progressive', make: () => aVideo({ ...PAL, interlaced: { first: 'top', isMarked: false } }) },
];

/** Frames of two fields measure about 300, and deinterlaced ones below 1. */
export const MAX_COMBS = 20;

/** Returns by how much lines differ more from their neighbours than from the lines after these: the mean difference of levels, near edges. */
export async function measureCombs(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[y * info.width + x] ?? 0;
  let sum = 0;
  let count = 0;
  for (let y = 8; y < info.height - 8; y++) {
    for (let x = 0; x < info.width; x++) {
      const [above, line, below] = [at(x, y - 1), at(x, y), at(x, y + 1)];
      const comb = Math.min(Math.abs(line - above), Math.abs(line - below)) - Math.abs(above - below);
      if (comb > 10) sum += comb;
      count++;
    }
  }
  return (sum / count) * 100;
}

/** Returns a frame of a video as PNG. `matrix` replaces the one that the stream states, or that FFmpeg assumes. */
export async function readFrame(file: string, index: number, matrix = 'auto'): Promise<Buffer> {
  const input = await Demuxer.open(file);
  const video = input.video();
  if (!video) throw new Error('The film has no pictures');
  const decoder = await Decoder.create(video);
  const filter = FilterAPI.create(`scale=in_color_matrix=${matrix},format=rgb24`);
  let at = 0;
  for await (const frame of filter.frames(decoder.frames(input.packets(video.index)))) {
    if (!frame) break;
    if (at++ < index) continue;
    const { width, height } = frame;
    const png = await sharp(frame.toBuffer(), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    filter.close();
    decoder.close();
    await input.close();
    return png;
  }
  throw new Error(`The film has only ${at} frames`);
}
