import { describe, expect, it } from 'vitest';
import { setPlaylistDuration } from './hls-playlist.ts';

const aPlaylist = (target: number, durations: string[]) =>
  ['#EXTM3U', `#EXT-X-TARGETDURATION:${target}`, ...durations.flatMap((duration, at) => [`#EXTINF:${duration},`, `seg_${at}.m4s`])].join(
    '\n',
  );

describe('setPlaylistDuration', () => {
  it('extends the last segment and the maximum to the duration of the video', () => {
    expect(setPlaylistDuration(aPlaylist(4, ['4.000000', '2.360000']), 24)).toBe(aPlaylist(20, ['4.000000', '20.000000']));
  });

  it('shortens a last segment that is too long', () => {
    expect(setPlaylistDuration(aPlaylist(400, ['400.013306']), 300.04)).toBe(aPlaylist(300, ['300.040000']));
  });

  it.each([
    ['durations that differ by rounding', aPlaylist(4, ['4.000000', '1.990000']), 6],
    ['a playlist without segments', '#EXTM3U', 6],
    ['a duration that ends before the last segment', aPlaylist(4, ['4.000000', '2.000000']), 3],
  ])('does not change %s', (_what, playlist, durationS) => {
    expect(setPlaylistDuration(playlist, durationS)).toBe(playlist);
  });
});
