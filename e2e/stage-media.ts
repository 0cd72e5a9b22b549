import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ScreenWidget, WIDGET_MIMETYPE } from '@vitrine/contract/widgets';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_ERROR, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Log } from 'node-av/lib';
import sharp from 'sharp';

export type Colour = readonly [number, number, number];

export interface GeneratedFile {
  kind: 'image' | 'video' | 'widget';
  bytes: Buffer;
  mimetype: string;
  sha256: string;
  durationMs: number;
  colour: Colour;
  /** HD copy of a photo. */
  hd?: GeneratedFile;
  /** 1080p copy of a video. */
  fullHd?: GeneratedFile;
}

/** Colors that can be distinguished from each other and from black after video compression. */
export const COLOURS: readonly Colour[] = [
  [220, 40, 40],
  [40, 180, 60],
  [50, 80, 220],
  [230, 200, 40],
  [200, 60, 200],
  [40, 200, 210],
  [240, 140, 30],
  [150, 150, 150],
  [245, 245, 245],
  [120, 70, 30],
];

/** Size of most files, small so that encoding, decoding and drawing them takes little time. */
export const SMALL_FILE = { width: 640, height: 360 };

/** Adds the checksum of the bytes, which is the name of the file. */
export function addChecksum(file: Omit<GeneratedFile, 'sha256'>): GeneratedFile {
  return { ...file, sha256: createHash('sha256').update(file.bytes).digest('hex') };
}

/** Creates an image of one color. */
export async function makeImage(colour: Colour, durationMs = 5000, size = SMALL_FILE): Promise<GeneratedFile> {
  const [r, g, b] = colour;
  const bytes = await sharp({ create: { ...size, channels: 3, background: { r, g, b } } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return addChecksum({ kind: 'image', bytes, mimetype: 'image/jpeg', durationMs, colour });
}

/** Background of the widget that `makeWidget` creates. */
export const WIDGET_COLOUR: Colour = [20, 87, 61];

/** Creates a widget that is of one color in all places that frames are checked at: its only text is a point near the left edge. */
export function makeWidget(durationMs = 5000): Promise<GeneratedFile> {
  const settings = { type: 'slide', theme: 'colour', template: 'list', title: '.', text: '', detail: '', pictureId: null } as const;
  const bytes = Buffer.from(JSON.stringify({ settings, pictures: {} } satisfies ScreenWidget));
  return Promise.resolve(addChecksum({ kind: 'widget', bytes, mimetype: WIDGET_MIMETYPE, durationMs, colour: WIDGET_COLOUR }));
}

/** Creates an H.264 video of one color, like the renditions of the server. */
export async function makeVideo(colour: Colour, durationMs = 1000, size = SMALL_FILE): Promise<GeneratedFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-video-'));
  const target = path.join(folder, 'video.mp4');
  try {
    await encode(colour, { ...size, frames: Math.round((durationMs / 1000) * 30) }, target);
    return addChecksum({ kind: 'video', bytes: await readFile(target), mimetype: 'video/mp4', durationMs, colour });
  } finally {
    await rm(folder, { recursive: true });
  }
}

Log.setLevel(AV_LOG_ERROR);

async function encode(
  colour: Colour,
  { width, height, frames }: { width: number; height: number; frames: number },
  target: string,
): Promise<void> {
  const frame = Buffer.alloc(width * height * 3);
  for (let at = 0; at < frame.length; at += 3) frame.set(colour, at);
  const input = await Demuxer.open(Buffer.concat(Array.from({ length: frames }, () => frame)), {
    format: 'rawvideo',
    options: { video_size: `${width}x${height}`, pixel_format: 'rgb24', framerate: '30' },
  });
  const stream = input.video();
  if (!stream) throw new Error('no raw video');
  const decoder = await Decoder.create(stream);
  const filter = FilterAPI.create('scale=out_color_matrix=bt709:out_range=tv,format=yuv420p');
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, gopSize: 30, options: { preset: 'veryfast', crf: 20 } });
  const output = await Muxer.open(target, { input, options: { movflags: '+faststart' } });
  const index = output.addStream(encoder, { inputStream: stream });
  for await (const packet of encoder.packets(filter.frames(decoder.frames(input.packets(stream.index))))) {
    await output.writePacket(packet, index);
    packet?.free();
  }
  await output.close();
  await input.close();
  for (const part of [decoder, filter, encoder]) part.close();
}
