/** Differences that rounding explains, in seconds. */
const TOLERANCE_S = 0.02;
const SEGMENT_DURATION = /^#EXTINF:([\d.]+),/gm;

/**
 * Changes the duration of the last segment, so that all segments together last `durationS` seconds (RFC 8216, sections 4.3.2.1 and 4.3.3.1). Before FFmpeg 6,
 * the HLS muxer assumes that the last picture lasts as long as the first one.
 */
export function setPlaylistDuration(playlist: string, durationS: number): string {
  const durations = [...playlist.matchAll(SEGMENT_DURATION)].map((match) => Number(match[1]));
  const before = durations.slice(0, -1).reduce((sum, duration) => sum + duration, 0);
  const last = durationS - before;
  const written = durations.at(-1);
  if (written === undefined || last <= 0 || Math.abs(last - written) <= TOLERANCE_S) return playlist;
  let index = 0;
  const corrected = playlist.replace(SEGMENT_DURATION, (line) => (++index === durations.length ? `#EXTINF:${last.toFixed(6)},` : line));
  const longest = Math.round(Math.max(last, ...durations.slice(0, -1)));
  return corrected.replace(/^#EXT-X-TARGETDURATION:\d+/m, `#EXT-X-TARGETDURATION:${Math.max(1, longest)}`);
}
