import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aGif } from '../../testing/animated-files.ts';
import { CONFIGURED_FFMPEG, describeEachFfmpeg, INSTALLED_FFMPEG } from '../../testing/each-ffmpeg.ts';
import * as files from '../../testing/media-files.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { HD_COPY, SCREEN_COPY_NAME } from './image-tool-types.ts';
import { createImageTools } from './image-tools.ts';
import { NO_METADATA } from './media-metadata.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import { findSandbox } from './sandbox.ts';
import type { VideoSession } from './video-session.ts';

const UPRIGHT_BOXES = { width: 2160, height: 3840, hd: { width: 1080, height: 1920 } };

const log = pino({ level: 'silent' });
let folder: string;
let tools: MediaTools;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-tools-'));
  tools = createMediaTools({ ffmpegPath: undefined, log });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

const target = () => path.join(folder, `made-${count++}`);
async function save(bytes: Buffer): Promise<string> {
  const source = path.join(folder, `source-${count++}`);
  await writeFile(source, bytes);
  return source;
}

describe('reading and converting pictures', () => {
  it.each([
    ['jpeg', files.aJpeg],
    ['png', files.aPng],
    ['webp', files.aWebp],
    ['avif', files.anAvif],
  ] as const)('determines the size and the ThumbHash of a %s', async (format, make) => {
    const source = await save(await make());
    expect(await tools.images.probe({ source, format })).toMatchObject({ width: 640, height: 480, facts: NO_METADATA });
    expect(await tools.images.hash({ source })).toMatch(/^[\w+/]{20,}={0,2}$/);
  });

  it.each(['jpeg', 'webp', 'avif'] as const)('reads the capture time of a %s', async (format) => {
    const exif = { IFD2: { DateTimeOriginal: '2019:07:21 14:03:59', OffsetTimeOriginal: '+02:00' } };
    const source = await save(
      await sharp(await files.aJpeg())
        .withExif(exif)
        .toFormat(format)
        .toBuffer(),
    );
    expect(await tools.images.probe({ source, format })).toMatchObject({ facts: { takenAt: '2019-07-21T12:03:59.000Z', offsetMin: 120 } });
  });

  it('accepts a photo with a video after its end, and refuses a truncated one with a complete preview', async () => {
    const jpeg = await files.aJpeg();
    const followed = await save(Buffer.concat([jpeg, Buffer.alloc(300_000, 'film')]));
    expect(await tools.images.probe({ source: followed, format: 'jpeg' })).toMatchObject({ width: 640 });
    const preview = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from([1, 2, 0xff, 0xd9, 3, 4])]);
    const cut = await save(files.truncate(Buffer.concat([jpeg.subarray(0, 2), preview, jpeg.subarray(2)])));
    await expect(tools.images.probe({ source: cut, format: 'jpeg' })).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });

  it('rotates a sideways photo upright, with its true size and no metadata left', async () => {
    const source = await save(await files.aSidewaysJpeg());
    expect(await tools.images.probe({ source, format: 'jpeg' })).toMatchObject({ width: 480, height: 640 });
    const made = target();
    expect(await tools.images.render({ source, target: made, width: 240, fit: 'inside' })).toMatchObject({ width: 240, height: 320 });
    expect(await files.showsCorners(await readFile(made))).toBe(true);
    const { orientation, exif } = await sharp(made).metadata();
    expect({ orientation, exif }).toEqual({ orientation: undefined, exif: undefined });
  });

  it('keeps transparency, as WebP', async () => {
    const made = target();
    const rendered = await tools.images.render({
      source: await save(await files.aPng()),
      target: made,
      width: 320,
      height: 320,
      fit: 'cover',
    });
    expect(rendered).toMatchObject({ mimetype: 'image/webp', width: 320, height: 320 });
    expect((await sharp(made).metadata()).hasAlpha).toBe(true);
  });

  it('creates the screen copy, thumbnails and ThumbHash in one pass', async () => {
    const source = await save(await files.aPng({ width: 500, height: 400 }));
    const made = await mkdtemp(path.join(folder, 'prepared-'));
    const { screenCopy, hd, tileWidths, thumbhash } = await tools.images.prepare({ source, target: made, turn: 90, ...UPRIGHT_BOXES });
    expect(screenCopy).toMatchObject({ mimetype: 'image/webp', width: 400, height: 500 });
    expect(hd).toBeUndefined();
    expect(tileWidths).toEqual([640, 480, 320]);
    const widths = await Promise.all(tileWidths.map(async (width) => (await sharp(path.join(made, String(width))).metadata()).width));
    expect(widths).toEqual([400, 400, 320]);
    const [ofCopy, ofOriginal] = [thumbhash, await tools.images.hash({ source })].map((hash) =>
      thumbHashToAverageRGBA(Buffer.from(hash, 'base64')),
    );
    for (const channel of ['r', 'g', 'b', 'a'] as const) expect(ofCopy?.[channel]).toBeCloseTo(ofOriginal?.[channel] ?? -1, 1);
  });

  it('omits thumbnails that are wider than the screen copy and are created on request', async () => {
    const source = await save(await files.aJpeg({ width: 640, height: 6000 }));
    const made = await mkdtemp(path.join(folder, 'prepared-'));
    const { screenCopy: wall, hd, tileWidths } = await tools.images.prepare({ source, target: made, turn: 0, ...UPRIGHT_BOXES });
    expect([wall.width, hd?.width, tileWidths]).toEqual([410, 205, [320]]);
  });

  it('creates the same HD copy for a new photo and from an existing screen copy', async () => {
    const source = await save(await files.aJpeg({ width: 3000, height: 4000 }));
    const made = await mkdtemp(path.join(folder, 'prepared-'));
    const { hd, tileWidths } = await tools.images.prepare({ source, target: made, turn: 0, ...UPRIGHT_BOXES });
    expect([hd?.width, hd?.height, tileWidths]).toEqual([1080, 1440, [640, 480, 320]]);
    const later = path.join(made, 'later');
    await tools.images.render({ source: path.join(made, SCREEN_COPY_NAME), target: later, ...UPRIGHT_BOXES.hd, fit: 'inside' });
    expect((await readFile(later)).equals(await readFile(path.join(made, HD_COPY)))).toBe(true);
  });

  it('uses a second child process that was started in advance', async () => {
    const ahead = createImageTools({ home: { sandbox: findSandbox(log), workDir: os.tmpdir() }, children: 1 });
    ahead.warm();
    ahead.warm();
    expect(await ahead.probe({ source: await save(await files.aJpeg()), format: 'jpeg' })).toMatchObject({ width: 640 });
    ahead.close();
  });

  it('never enlarges a picture', async () => {
    const made = await tools.images.render({
      source: await save(await files.aJpeg()),
      target: target(),
      width: 3840,
      height: 2160,
      fit: 'inside',
    });
    expect(made).toMatchObject({ width: 640, height: 480 });
  });

  it('converts a HEIC at full size, rotated as its container declares', async () => {
    const [source, made] = [await save(await files.aHeic({ width: 640, height: 480 })), target()];
    expect(await tools.images.probe({ source, format: 'heic' })).toMatchObject({ width: 640, height: 480 });
    expect(await tools.images.develop({ source, format: 'heic', target: made })).toMatchObject({
      width: 640,
      height: 480,
      mimetype: 'image/jpeg',
    });
    expect(await files.showsCorners(await readFile(made))).toBe(true);
    const turned = await save(await files.aHeic({ width: 640, height: 480 }, { quarterTurns: 1 }));
    expect(await tools.images.develop({ source: turned, format: 'heic', target: target() })).toMatchObject({ width: 480, height: 640 });
  });

  it('refuses a picture of 900 megapixels before it is decoded', async () => {
    const source = await save(files.aHugePng());
    const before = performance.now();
    await expect(tools.images.probe({ source, format: 'png' })).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('reports a truncated photo as damaged', async () => {
    const source = await save(files.truncate(await files.aJpeg()));
    await expect(tools.images.probe({ source, format: 'jpeg' })).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });

  it('never opens an SVG, regardless of its declared type', async () => {
    const source = await save(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    await expect(tools.images.render({ source, target: target(), fit: 'inside' })).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });
});

describeEachFfmpeg('processing videos', CONFIGURED_FFMPEG, (ffmpegPath) => {
  let tools: MediaTools;
  beforeAll(() => {
    tools = createMediaTools({ ffmpegPath, log });
  });
  afterAll(() => tools.stop());

  const session = async (work: (video: VideoSession) => Promise<void>) => {
    const video = await tools.videos.open({ format: 'mov', sizeBytes: 1e6 });
    try {
      await work(video);
    } finally {
      video.close();
    }
  };

  it('transcodes HEVC in MOV to H.264, with a poster frame and HLS', () =>
    session(async (video) => {
      const source = {
        source: await save(await files.aVideo({ codec: 'hevc', container: 'mov', hasSound: true, seconds: 6 })),
        format: 'mov',
      } as const;
      expect(await video.probe(source)).toMatchObject({ width: 640, height: 360, videoCodec: 'hevc', audioCodec: 'aac', isHdr: false });
      const still = target();
      expect(await video.still({ ...source, target: still })).toMatchObject({ width: 640, height: 360 });
      expect(await files.showsCorners(await readFile(still))).toBe(true);
      const [mp4, hls, progress] = [target(), target(), [] as number[]];
      expect(await video.mp4({ ...source, target: mp4 }, (percent) => progress.push(percent))).toMatchObject({
        isTranscoded: true,
        width: 640,
        height: 360,
      });
      expect(progress.length).toBeGreaterThan(0);
      expect(await video.probe({ source: mp4, format: 'mov' })).toMatchObject({
        videoCodec: 'h264',
        pixelFormat: 'yuv420p',
        audioCodec: 'aac',
      });
      await mkdir(hls);
      await video.hls({ source: mp4, target: hls });
      expect((await readdir(hls)).sort()).toEqual(['init.mp4', 'main.m3u8', 'seg_0.m4s', 'seg_1.m4s']);
      const playlist = await readFile(path.join(hls, 'main.m3u8'), 'utf8');
      expect(playlist).toContain('#EXT-X-ENDLIST');
      expect(playlist).not.toContain(folder);
    }));

  it('only remuxes a video that plays everywhere', () =>
    session(async (video) => {
      const source = { source: await save(await files.aVideo({ container: 'matroska' })), format: 'matroska' } as const;
      expect(await video.mp4({ ...source, target: target() }, () => undefined)).toMatchObject({ isTranscoded: false });
    }));

  it('rotates a phone video upright, scales its short side to 720 and drops the rotation', () =>
    session(async (video) => {
      const film = await files.aVideo({ width: 1920, height: 1080, isRotated: true, seconds: 0.5 });
      const source = { source: await save(film), format: 'mov' } as const;
      expect(await video.probe(source)).toMatchObject({ width: 1080, height: 1920 });
      const [mp4, still] = [target(), target()];
      expect(await video.mp4({ ...source, target: mp4 }, () => undefined)).toMatchObject({ width: 720, height: 1280, isTranscoded: true });
      expect(await video.probe({ source: mp4, format: 'mov' })).toMatchObject({ width: 720, height: 1280, uprightFilters: [] });
      await video.still({ source: mp4, format: 'mov', target: still });
      const [topLeft] = await files.readCorners(await readFile(still));
      // Rotated clockwise, the lower left corner becomes the upper left.
      expect(topLeft?.[2]).toBeGreaterThan(150);
    }));

  it.each([
    ['a TV video', { width: 2560, height: 1440, framesPerSecond: 30 }, { width: 1920, height: 1080, level: 40 }],
    [
      'an upright phone video',
      { width: 1920, height: 1080, framesPerSecond: 60, isRotated: true },
      { width: 1080, height: 1920, level: 42 },
    ],
  ])('makes a 1080p copy of %s that TVs decode', (_name, recipe, expected) =>
    session(async (video) => {
      const film = await files.aVideo({ codec: 'hevc', seconds: 0.3, ...recipe });
      const source = { source: await save(film), format: 'mov' } as const;
      const mp4 = target();
      expect(await video.mp4({ ...source, target: mp4, quality: '1080' }, () => undefined)).toMatchObject({ isTranscoded: true });
      const made = await video.probe({ source: mp4, format: 'mov' });
      expect(made).toMatchObject({ ...expected, videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', uprightFilters: [] });
      expect(made.framesPerSecond).toBeCloseTo(recipe.framesPerSecond, 0);
    }),
  );

  it('only remuxes a 1080p video that TVs decode, for the 1080p copy', () =>
    session(async (video) => {
      const source = { source: await save(await files.aVideo({ width: 1920, height: 1080, seconds: 1 })), format: 'mov' } as const;
      const probe = await video.probe(source);
      expect(probe).toMatchObject({ videoCodec: 'h264', profile: 'Constrained Baseline', level: 40 });
      expect(probe.kilobitsPerSecond).toBeGreaterThan(0);
      const made = video.mp4({ ...source, target: target(), quality: '1080' }, () => undefined);
      expect(await made).toMatchObject({ isTranscoded: false, width: 1920, height: 1080 });
      expect(await video.mp4({ ...source, target: target() }, () => undefined)).toMatchObject({ isTranscoded: true, height: 720 });
    }));

  it('maps HDR to the colours of ordinary screens', () =>
    session(async (video) => {
      const source = { source: await save(await files.aVideo({ codec: 'hevc', isHdr: true, seconds: 0.4 })), format: 'mov' } as const;
      expect(await video.probe(source)).toMatchObject({ isHdr: true, pixelFormat: 'yuv420p10le' });
      const mp4 = target();
      await video.mp4({ ...source, target: mp4 }, () => undefined);
      expect(await video.probe({ source: mp4, format: 'mov' })).toMatchObject({ isHdr: false, pixelFormat: 'yuv420p' });
    }));

  it('drops frames of slow motion, and never fills a gap with copies', () =>
    session(async (video) => {
      const slow = { source: await save(await files.aVideo({ framesPerSecond: 120, seconds: 1 })), format: 'mov' } as const;
      const [made, gapless] = [target(), target()];
      await video.mp4({ ...slow, target: made }, () => undefined);
      const { framesPerSecond } = await video.probe({ source: made, format: 'mov' });
      expect(framesPerSecond).toBeGreaterThan(55);
      expect(framesPerSecond).toBeLessThan(65);
      const film = await files.aVideo({ container: 'matroska', framesPerSecond: 100, seconds: 1, gapS: 600 });
      const gap = { source: await save(film), format: 'matroska' } as const;
      await video.mp4({ ...gap, target: gapless }, () => undefined);
      expect((await stat(gapless)).size).toBeLessThan(film.length * 2);
      expect((await video.probe({ source: gapless, format: 'mov' })).framesPerSecond).toBeLessThan(1);
    }));

  it('refuses a video whose few frames claim hours', () =>
    session(async (video) => {
      const film = await files.aVideo({ container: 'matroska', framesPerSecond: 100, seconds: 0.2, gapS: 36_000 });
      const source = { source: await save(film), format: 'matroska' } as const;
      const work = video.mp4({ ...source, target: target() }, () => undefined);
      await expect(work).rejects.toMatchObject({ code: 'FILE_BROKEN', message: expect.stringContaining('missing frames') });
    }));

  it('reports its progress as an increasing percentage', () =>
    session(async (video) => {
      const progress: number[] = [];
      const source = { source: await save(await files.aVideo({ codec: 'hevc', seconds: 6 })), format: 'mov' } as const;
      await video.mp4({ ...source, target: target() }, (percent) => progress.push(percent));
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.at(-1)).toBeGreaterThan(90);
      expect(progress.every((percent) => percent >= 0 && percent <= 100)).toBe(true);
    }));

  it('makes dimensions even', () =>
    session(async (video) => {
      const source = {
        source: await save(await files.aVideo({ codec: 'hevc', width: 322, height: 182, seconds: 0.4 })),
        format: 'mov',
      } as const;
      expect(await video.mp4({ ...source, target: target() }, () => undefined)).toMatchObject({ width: 322, height: 182 });
    }));

  it.each([
    ['without its index', false],
    ['with its index at the front', true],
  ])('reports a truncated MP4 %s as incomplete', (_name, isFastStart) =>
    session(async (video) => {
      const film = files.truncate(await files.aVideo({ seconds: 8, isFastStart, codec: 'hevc' }), 0.5);
      const source = { source: await save(film), format: 'mov' } as const;
      await expect(video.mp4({ ...source, target: target() }, () => undefined)).rejects.toMatchObject({
        code: 'FILE_BROKEN',
        message: expect.stringContaining('incomplete'),
      });
    }),
  );

  it('stops the child process when the work is cancelled', async () => {
    const cancel = new AbortController();
    const video = await tools.videos.open({ format: 'mov', sizeBytes: 1e6, signal: cancel.signal });
    const film = await save(await files.aVideo({ width: 1920, height: 1080, seconds: 4 }));
    const work = video.mp4({ source: film, format: 'mov', target: target() }, () => cancel.abort());
    await expect(work).rejects.toMatchObject({ name: 'ToolError' });
  });
});

describeEachFfmpeg('animated images', INSTALLED_FFMPEG, (ffmpegPath) => {
  it('are painted white where they are transparent', async () => {
    expect((await findFfmpeg(ffmpegPath, '', log)).rejected).toEqual([]);
    const own = createMediaTools({ ffmpegPath, log });
    const video = await own.videos.open({ format: 'gif', sizeBytes: 1e6 });
    const gif = { source: await save(await aGif()), format: 'gif' } as const;
    const still = target();
    await video.still({ ...gif, target: still });
    const corner = await sharp(still).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
    expect([...corner].every((channel) => channel > 245)).toBe(true);
    expect(await video.mp4({ ...gif, target: target() }, () => undefined)).toMatchObject({ isTranscoded: true });
    video.close();
    await own.stop();
  });
});
