import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { MediaTools } from '../platform/media-tools/media-tools.ts';
import type { ColouredVideo } from './coloured-videos.ts';
import { type ConvertedVideo, convertVideo } from './convert-video.ts';
import { readFrame } from './interlaced-videos.ts';
import { CORNERS, type Rgb, readCorners, showsCorners } from './media-files.ts';
import type { TrickyVideo } from './tricky-videos.ts';

/** Largest difference from a reference, in levels of 255. */
const COLOUR_TOLERANCE = 3;

/** Checks that two colours are the same to the eye. */
export function expectColour(found: readonly number[], wanted: readonly number[]): void {
  const difference = Math.max(...wanted.map((level, channel) => Math.abs(level - (found[channel] ?? -999))));
  expect(difference, `${found.join()} is not ${wanted.join()}`).toBeLessThanOrEqual(COLOUR_TOLERANCE);
}

/** Checks that a picture shows four colours in its corners, those of CORNERS by default. */
export async function expectCornerColours(picture: Buffer, corners: readonly Rgb[] = Object.values(CORNERS)): Promise<void> {
  const found: Rgb[] = await readCorners(picture);
  corners.forEach((corner, at) => expectColour(found[at] ?? [], corner));
}

/** Checks that the poster frame and the MP4 of a video have the colours of a reference decode, which are those of CORNERS. */
export async function expectSameColours(
  tools: MediaTools,
  folder: string,
  { make, format, matrix, isTranscoded }: ColouredVideo,
): Promise<void> {
  const [bytes, source] = [await make(), path.join(folder, 'coloured')];
  await writeFile(source, bytes);
  const reference = await readFrame(source, 2, matrix);
  expect(await showsCorners(reference)).toBe(true);
  const { still, filmPath, mp4 } = await convertVideo(tools, folder, { bytes, format });
  expect(mp4.isTranscoded).toBe(isTranscoded);
  for (const picture of [still, await readFrame(filmPath, 2)]) await expectCornerColours(picture, await readCorners(reference));
}

/** Checks that MP4 and HLS last as long as the case states. */
export function expectConverted({ mp4, film, hlsS }: ConvertedVideo, { durationS, isTranscoded }: TrickyVideo): void {
  expect(mp4).toMatchObject({ width: 160, height: 96, isTranscoded });
  for (const seconds of [mp4.durationMs / 1000, film.durationMs / 1000, film.pictureMs / 1000, hlsS])
    expect(Math.abs(seconds - durationS), `${seconds} s instead of ${durationS} s`).toBeLessThan(0.15);
}
