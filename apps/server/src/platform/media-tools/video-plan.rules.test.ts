import { describe, expect, it } from 'vitest';
import { NO_METADATA } from './media-metadata.ts';
import { getEncoderOptions, getRenditionSize, has1080p, isUniversallyPlayable } from './video-plan.ts';
import type { VideoProbe } from './video-tool-types.ts';

/** A stream as signage programs export it. */
const exported: VideoProbe = {
  format: 'mov',
  codedWidth: 1920,
  codedHeight: 1080,
  width: 1920,
  height: 1080,
  durationMs: 10_000,
  pictureMs: 10_000,
  soundEndMs: 10_000,
  startMs: 0,
  pictureStartMs: 0,
  isDurationStated: true,
  videoCodec: 'h264',
  profile: 'High',
  level: 40,
  kilobitsPerSecond: 8000,
  audioCodec: 'aac',
  pixelFormat: 'yuv420p',
  framesPerSecond: 30,
  fieldOrder: 'progressive',
  colours: { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709' },
  isHdr: false,
  uprightFilters: [],
  facts: NO_METADATA,
};

describe('the 1080p copy', () => {
  it.each([
    ['1080p', 1920, 1080, { width: 1920, height: 1080 }],
    ['upright 1080p', 1080, 1920, { width: 1080, height: 1920 }],
    ['4K', 3840, 2160, { width: 1920, height: 1080 }],
    ['1440 x 1080', 1440, 1080, { width: 1440, height: 1080 }],
    ['slightly cropped 1080p', 1920, 1008, { width: 1920, height: 1008 }],
    ['a phone of 19.5:9', 2340, 1080, { width: 1920, height: 886 }],
    ['a square', 2000, 2000, { width: 1080, height: 1080 }],
  ])('is made of %s', (_name, width, height, size) => {
    expect(has1080p({ width, height })).toBe(true);
    expect(getRenditionSize({ width, height }, '1080')).toEqual(size);
  });

  it.each([
    ['720p', 1280, 720],
    ['900p', 1600, 900],
    ['a crop of 1080p', 1920, 800],
    ['an ultrawide video, which has hardly more pixels than in 720p', 3440, 1440],
    ['a strip', 7680, 1080],
    ['nothing', 0, 0],
  ])('is not made of %s', (_name, width, height) => {
    expect(has1080p({ width, height })).toBe(false);
  });

  it('has the profile, level and bit rate that TVs decode at its frame rate', () => {
    expect(getEncoderOptions(exported, '1080')).toMatchObject({ profile: 'high', level: 4, maxrate: '12000k' });
    expect(getEncoderOptions({ ...exported, framesPerSecond: 30_000 / 1001 }, '1080')).toMatchObject({ level: 4 });
    expect(getEncoderOptions({ ...exported, framesPerSecond: 60 }, '1080')).toMatchObject({ level: 4.2, maxrate: '18000k' });
    expect(getEncoderOptions(exported)).toEqual({ preset: 'veryfast', crf: 23, sc_threshold: 0 });
  });

  it('is a copy of a stream that TVs decode', () => {
    expect(isUniversallyPlayable(exported, '1080')).toBe(true);
    expect(isUniversallyPlayable(exported)).toBe(false);
    expect(isUniversallyPlayable({ ...exported, framesPerSecond: 60, level: 42, kilobitsPerSecond: 17_000 }, '1080')).toBe(true);
  });

  it.each<[string, Partial<VideoProbe>]>([
    ['a level that TVs do not decode', { level: 51 }],
    ['an unknown level', { level: -99 }],
    ['level 4.2 at 30 frames per second', { level: 42 }],
    ['the profile of professional cameras', { profile: 'High 4:2:2' }],
    ['an unknown profile', { profile: 'unknown' }],
    ['a bit rate of cameras', { kilobitsPerSecond: 50_000 }],
    ['an unknown bit rate', { kilobitsPerSecond: 0 }],
    ['more pixels', { width: 3840, height: 2160, codedWidth: 3840, codedHeight: 2160 }],
    ['a side beyond 1920', { width: 2560, height: 1080, codedWidth: 2560 }],
    ['a rotation', { uprightFilters: ['transpose=clock'] }],
    ['HEVC', { videoCodec: 'hevc' }],
  ])('is encoded from a stream with %s', (_name, change) => {
    expect(isUniversallyPlayable({ ...exported, ...change }, '1080')).toBe(false);
  });
});
