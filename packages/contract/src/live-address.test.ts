import { describe, expect, it } from 'vitest';
import { formatLiveAddress, LIVE_ADDRESS_MAX, LIVE_ADDRESS_MESSAGES, parseLiveAddress } from './live-address.ts';
import { liveSettings } from './widgets.ts';

const VIDEO = 'jfKfPfyJRdk';
const longStream = (length: number) => `https://tv.example/${'a'.repeat(length - 'https://tv.example/.m3u8'.length)}.m3u8`;
const findError = (text: string) => {
  const parsed = parseLiveAddress(text);
  return 'error' in parsed ? parsed.error : null;
};

describe('parseLiveAddress', () => {
  it.each([
    `https://www.youtube.com/watch?v=${VIDEO}`,
    `https://youtube.com/watch?app=desktop&v=${VIDEO}&t=90s`,
    `https://www.youtube.com/watch/?v=${VIDEO}#comments`,
    `http://m.youtube.com/watch?v=${VIDEO}&list=PL123`,
    `https://music.youtube.com/watch?v=${VIDEO}`,
    `HTTPS://WWW.YouTube.com/watch?v=${VIDEO}`,
    `https://youtu.be/${VIDEO}?si=abc`,
    `https://www.youtube.com/live/${VIDEO}?feature=share`,
    `https://www.youtube.com/embed/${VIDEO}?autoplay=1`,
    `https://www.youtube-nocookie.com/embed/${VIDEO}`,
    `https://www.youtube.com/shorts/${VIDEO}/`,
    `https://www.youtube.com/v/${VIDEO}`,
    `youtu.be/${VIDEO}`,
    `  www.youtube.com/watch?v=${VIDEO}  `,
  ])('finds the YouTube video of %s', (address) => {
    expect(parseLiveAddress(address)).toEqual({ provider: 'youtube', videoId: VIDEO });
  });

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/@news/live',
    'https://www.youtube.com/channel/UC1234567890/live',
    'https://www.youtube.com/playlist?list=PL1234567890',
    'https://www.youtube.com/embed/live_stream?channel=UC1234567890',
    'https://www.youtube.com/embed/videoseries?list=PL1234567890',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${VIDEO}"><script>`,
    `https://www.youtube.com/redirect?v=${VIDEO}`,
    'https://youtu.be/',
  ])('explains that %s has no video', (address) => {
    expect(findError(address)).toBe(LIVE_ADDRESS_MESSAGES.noVideo);
  });

  it.each([
    'https://tv.example/live/main.m3u8',
    'https://tv.example:8443/MAIN.M3U8?token=a/b#start',
    'http://192.168.1.20/camera.m3u8',
    'https://[2001:db8::1]/main.m3u8',
  ])('takes %s for HLS', (address) => {
    expect(parseLiveAddress(` ${address}`)).toEqual({ provider: 'hls', url: address });
  });

  it.each([
    'tv.example/main.m3u8',
    'https://tv.example/live/',
    'https://tv.example/player?src=main.m3u8',
    'https://tv.example/main.m3u8/index.html',
    'https://tv.example/video.mp4',
    'rtsp://192.168.1.20/camera.m3u8',
    'javascript:alert(1)//.m3u8',
    'data:application/vnd.apple.mpegurl,.m3u8',
    'blob:https://tv.example/main.m3u8',
    'file:///etc/main.m3u8',
    'https://tv.example/a b.m3u8',
    'https:\\\\tv.example\\main.m3u8',
    'https://tv.example\\@other.example/main.m3u8',
    'https:/main.m3u8',
    'https://',
    `https://youtube.com.evil.example/watch?v=${VIDEO}`,
    `https://evilyoutube.com/watch?v=${VIDEO}`,
    `https://notyoutu.be/${VIDEO}`,
  ])('explains what is accepted instead of %s', (address) => {
    expect(findError(address)).toBe(LIVE_ADDRESS_MESSAGES.unknown);
  });

  it.each([
    'https://ana:secret@tv.example/main.m3u8',
    'https://ana@tv.example/main.m3u8',
    `https://www.youtube.com@evil.example/${VIDEO}`,
    `https://ana@youtube.com/watch?v=${VIDEO}`,
  ])('refuses the user name in %s', (address) => {
    expect(findError(address)).toBe(LIVE_ADDRESS_MESSAGES.credentials);
  });

  it('limits the length', () => {
    expect(findError(longStream(LIVE_ADDRESS_MAX))).toBeNull();
    expect(findError(longStream(LIVE_ADDRESS_MAX + 1))).toBe(LIVE_ADDRESS_MESSAGES.long);
    expect(findError(' ')).toBe(LIVE_ADDRESS_MESSAGES.missing);
  });
});

describe('liveSettings', () => {
  const parse = (address: string) => liveSettings.safeParse({ type: 'live', theme: 'light', address });

  it('stores one address for all links to a YouTube video', () => {
    const canonical = formatLiveAddress({ provider: 'youtube', videoId: VIDEO });
    expect(parse(`https://youtu.be/${VIDEO}?si=abc`).data).toEqual({
      type: 'live',
      theme: 'light',
      address: canonical,
      title: '',
      hasSound: false,
      fallbackText: '',
    });
    expect(parse(canonical).data?.address).toBe(canonical);
  });

  it('reports the error of the address', () => {
    expect(parse('https://tv.example/').error?.issues).toMatchObject([{ path: ['address'], message: LIVE_ADDRESS_MESSAGES.unknown }]);
  });
});
