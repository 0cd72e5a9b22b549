import { createHash } from 'node:crypto';
import { type ScreenWidget, WIDGET_MIMETYPE, type WidgetSettings } from '@vitrine/contract/widgets';
import sharp from 'sharp';
import { encodeVideo } from '../apps/server/src/testing/video-file.ts';

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

const FRAMES_PER_SECOND = 30;

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
  return Promise.resolve(makeWidgetFile(settings, durationMs, WIDGET_COLOUR));
}

/** Creates a widget without pictures. `colour` is the one that frames are checked for. */
export function makeWidgetFile(settings: WidgetSettings, durationMs: number, colour: Colour = [0, 0, 0]): GeneratedFile {
  const bytes = Buffer.from(JSON.stringify({ settings, pictures: {} } satisfies ScreenWidget));
  return addChecksum({ kind: 'widget', bytes, mimetype: WIDGET_MIMETYPE, durationMs, colour });
}

const videos = new Map<string, Promise<GeneratedFile>>();

/** Creates an H.264 video of one color, like the renditions of the server. Equal videos are encoded once per process. */
export function makeVideo(colour: Colour, durationMs = 1000, size = SMALL_FILE): Promise<GeneratedFile> {
  const key = [...colour, durationMs, size.width, size.height].join();
  const video = videos.get(key) ?? encodeColour(colour, durationMs, size);
  videos.set(key, video);
  return video;
}

async function encodeColour(colour: Colour, durationMs: number, size: typeof SMALL_FILE): Promise<GeneratedFile> {
  const frames = Math.round((durationMs / 1000) * FRAMES_PER_SECOND);
  const bytes = await encodeVideo(Buffer.alloc(size.width * size.height * 3, Buffer.from(colour)), {
    ...size,
    frames,
    framesPerSecond: FRAMES_PER_SECOND,
    codec: 'h264',
    container: 'mp4',
    isFastStart: true,
  });
  return addChecksum({ kind: 'video', bytes, mimetype: 'video/mp4', durationMs, colour });
}
