import type { OpenFeed } from '@vitrine/stage';
import type { ErrorData, HlsConfig } from 'hls.js';

const SETTINGS: Partial<HlsConfig> = {
  // Seconds and bytes that a stream keeps in memory. A segment of usual length lasts up to ten seconds.
  maxBufferLength: 10,
  maxMaxBufferLength: 20,
  maxBufferSize: 20_000_000,
  backBufferLength: 5,
  // The text tracks of these would grow for as long as the stream plays.
  enableDateRangeMetadataCues: false,
  enableEmsgMetadataCues: false,
  enableID3MetadataCues: false,
  // A zone needs no more pixels than it has.
  capLevelToPlayerSize: true,
  // After a pause, the stream continues three segments behind the present if it is more than ten behind. The library requires both.
  liveSyncDurationCount: 3,
  liveMaxLatencyDurationCount: 10,
  // Tells streams from recordings.
  liveDurationInfinity: true,
  // Several requests per second would gain a few seconds.
  lowLatencyMode: false,
  // The worker would be another file of two hundred kilobytes.
  enableWorker: false,
};

/** Loads hls.js and opens a playlist with it. The light build has no subtitles, no copy protection and no separate sound tracks. */
export const openWithLibrary: OpenFeed = async (video, url, onFailure) => {
  const { default: Hls } = await import('hls.js/light');
  if (!Hls.isSupported()) throw new Error('this browser can’t play HLS');
  const hls = new Hls(SETTINGS);
  let hasRecovered = false;
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return;
    if (error.type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onFailure(describeError(error));
    hasRecovered = true;
    hls.recoverMediaError();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return { isReadable: true, start: () => hls.startLoad(-1), stop: () => hls.stopLoad(), destroy: () => hls.destroy() };
};

function describeError({ details, response }: ErrorData): string {
  if (!response) return details;
  return response.code === 0
    ? 'its server can’t be reached or doesn’t allow other sites to play it'
    : `its server responds with status ${response.code}`;
}
