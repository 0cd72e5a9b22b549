import { describe, expect, it } from 'vitest';
import { getPictureKey, getTileWidth, getVideoSource, playsOriginal } from './media-sizes.ts';

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
  it('is the largest MP4 there is', () => {
    expect(getVideoSource({ ...video, keys: { '720': 'small', '1080': 'large' }, main: 'streams/x/main.m3u8' })).toEqual({
      kind: 'mp4',
      url: '/api/streams/large',
    });
  });
  it('is HLS when there is no MP4, and nothing before', () => {
    expect(getVideoSource({ ...video, main: 'streams/x/main.m3u8' })).toEqual({ kind: 'hls', url: '/api/streams/x/main.m3u8' });
    expect(getVideoSource(video)).toBeNull();
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
