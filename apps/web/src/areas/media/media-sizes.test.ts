import { describe, expect, it } from 'vitest';
import { getNeededPixels, getPictureKey, getTileWidth, getVideoSource, playsOriginal } from './media-sizes.ts';

const mediaFile = { key: 'file', name: 'a', mimetype: 'image/jpeg', location: '', size: 1, duration: 5, fileName: 'a' };
const image = { kind: 'image' as const, status: 1, videoThumbnail: null, mediaFile, keys: {}, main: null };
const video = { ...image, kind: 'video' as const, status: 6, videoThumbnail: 'poster' };

describe('the picture of a medium', () => {
  it('is available immediately for formats that browsers support', () => expect(getPictureKey(image)).toBe('file'));
  it('waits for the copy of a HEIC', () => {
    const heic = { ...image, mediaFile: { ...mediaFile, mimetype: 'image/heic' } };
    expect(getPictureKey(heic)).toBeNull();
    expect(getPictureKey({ ...heic, status: 6 })).toBe('file');
  });
  it('waits for the copy of a RAW file', () => {
    expect(getPictureKey({ ...image, mediaFile: { ...mediaFile, mimetype: 'image/x-sony-arw' } })).toBeNull();
  });
  it('is the poster of a video', () => expect(getPictureKey(video)).toBe('poster'));
  it('is null for failed media', () => expect(getPictureKey({ ...image, status: 9 })).toBeNull());
});

describe('the source of a video', () => {
  const renditions = { ...video, keys: { '1080': 'large', '720': 'small' }, main: 'streams/x/main.m3u8' };
  it.each([
    [0, 'small', '720p'],
    [720, 'small', '720p'],
    [721, 'large', '1080p'],
    [2160, 'large', '1080p'],
  ])('is the smallest MP4 that fills %i pixels, or else the largest', (pixels, key, quality) => {
    expect(getVideoSource(renditions, { pixels })).toEqual({ kind: 'mp4', url: `/api/streams/${key}`, quality });
  });
  it('is the MP4 in 720p when there is no other', () => {
    const source = getVideoSource({ ...renditions, keys: { '720': 'small' } }, { door: '/shared/token', pixels: 1080 });
    expect(source).toEqual({ kind: 'mp4', url: '/api/shared/token/streams/small', quality: '720p' });
  });
  it('is HLS when there is no MP4, and nothing before', () => {
    expect(getVideoSource({ ...video, main: 'streams/x/main.m3u8' })).toEqual({ kind: 'hls', url: '/api/streams/x/main.m3u8' });
    expect(getVideoSource(video)).toBeNull();
  });
});

describe('the pixels that a video needs', () => {
  const film = { width: 3840, height: 2160 };
  const phone = { innerWidth: 390, innerHeight: 844, devicePixelRatio: 3 };
  it.each([
    ['a phone held upright', film, phone, 658.125 / 1.1],
    ['a phone held sideways', film, { ...phone, innerWidth: 844, innerHeight: 390 }, 1170 / 1.1],
    ['an upright video on a phone', { width: 1080, height: 1920 }, phone, 1170 / 1.1],
    ['a laptop', film, { innerWidth: 1440, innerHeight: 789, devicePixelRatio: 1 }, 789 / 1.1],
    ['a video of unknown size', { width: null, height: null }, phone, 0],
  ])('are the short side of what %s shows', (_name, media, window, pixels) => {
    expect(getNeededPixels(media, window)).toBeCloseTo(pixels);
  });
});

it('requests existing widths on phones, desktops and high-density displays, and others only beyond them', () => {
  expect([175, 240, 320].map((width) => getTileWidth(width, 1))).toEqual([320, 320, 320]);
  expect([175, 240, 320].map((width) => getTileWidth(width, 2))).toEqual([480, 480, 640]);
  expect([getTileWidth(175.4, 3), getTileWidth(120, 4), getTileWidth(330.2, 1.1), getTileWidth(700.5, 1)]).toEqual([640, 480, 480, 701]);
});

describe('the original of a video', () => {
  const canPlay = (mimetype: string) => mimetype === 'video/mp4';
  const film = { ...video, status: 2, mediaFile: { ...mediaFile, mimetype: 'video/mp4' } };

  it('plays while the video is processed', () => expect(playsOriginal(film, '', canPlay)).toBe(true));
  it('does not play once there is a rendition, or after a failure', () => {
    expect(playsOriginal({ ...film, status: 5 }, '', canPlay)).toBe(false);
    expect(playsOriginal({ ...film, status: 9 }, '', canPlay)).toBe(false);
  });
  it('does not play in browsers that do not support it, nor for visitors with a link', () => {
    expect(playsOriginal({ ...film, mediaFile: { ...mediaFile, mimetype: 'video/x-msvideo' } }, '', canPlay)).toBe(false);
    expect(playsOriginal(film, '/shared/token', canPlay)).toBe(false);
  });
});
