// oxlint-disable-next-line typescript/triple-slash-reference -- the apps compile this file without the other files of its folder
/// <reference path="./hls-light.d.ts" />
import type { ErrorData, HlsConfig } from 'hls.js';
import { waitForVideoFrame } from './frame.ts';
import type { LiveStream, StreamHost } from './live-surface.ts';
import { captureFrame, createVideo, describeMediaError, POSTER_FRAME_MS, releaseVideo } from './video-surface.ts';

/** Media type of HLS playlists, by which browsers tell that they play them. */
const HLS_TYPE = 'application/vnd.apple.mpegurl';
/** Maximum time from the start of playback to the first frame, in milliseconds. */
const FIRST_FRAME_MS = 5000;

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

/** Loads a playlist into a video, continuously. */
interface Feed {
  /** False when the browser loads it, which then forbids to read the pixels of other sites. */
  isReadable: boolean;
  start(): void;
  stop(): void;
  destroy(): void;
}

type OpenFeed = (video: HTMLVideoElement, url: string, onFailure: (reason: string) => void) => Feed | Promise<Feed>;

/** Plays an HLS playlist in a box, and resolves when its first frame is painted. */
export async function openHlsStream(url: string, box: HTMLElement, host: StreamHost): Promise<LiveStream> {
  if (new URL(url).origin === location.origin) throw new Error('it is an address of this installation');
  const video = createVideo(host.volume);
  box.append(video);
  host.signal.addEventListener('abort', () => releaseVideo(video), { once: true });
  const feed = await chooseFeed(video, url, host);
  const isLive = !Number.isFinite(video.duration);
  video.addEventListener('ended', () => (isLive ? host.onLost('it has ended') : replay(video, host.onLost)));
  box.prepend(captureFrame(video));
  return createStream(video, feed);
}

/** Some browsers claim to play HLS and then fail. The library replaces them. */
async function chooseFeed(video: HTMLVideoElement, url: string, host: StreamHost): Promise<Feed> {
  if (video.canPlayType(HLS_TYPE) === '') return startFeed(openWithLibrary, video, url, host);
  try {
    return await startFeed(openNatively, video, url, host);
  } catch (cause) {
    if (host.signal.aborted || !('MediaSource' in self)) throw cause;
    console.info('the browser can’t play the stream:', cause);
    return startFeed(openWithLibrary, video, url, host);
  }
}

/** Resolves when the first frame is painted. */
async function startFeed(open: OpenFeed, video: HTMLVideoElement, url: string, { signal, onLost }: StreamHost): Promise<Feed> {
  let handleFailure = onLost;
  const failure = new Promise<never>((_resolve, reject) => {
    handleFailure = (reason) => reject(new Error(reason));
  });
  const feed = await open(video, url, (reason) => handleFailure(reason));
  signal.addEventListener('abort', () => feed.destroy(), { once: true });
  try {
    if (signal.aborted) throw new Error('canceled');
    await Promise.race([playFirstFrame(video), failure]);
  } catch (cause) {
    feed.destroy();
    throw cause;
  }
  handleFailure = onLost;
  return feed;
}

const openNatively: OpenFeed = (video, url, onFailure) => {
  const handleError = () => onFailure(describeMediaError(video));
  video.addEventListener('error', handleError);
  video.src = url;
  const noop = () => undefined;
  const destroy = () => {
    video.removeEventListener('error', handleError);
    releaseVideo(video);
  };
  return { isReadable: false, start: noop, stop: noop, destroy };
};

const openWithLibrary: OpenFeed = async (video, url, onFailure) => {
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

async function playFirstFrame(video: HTMLVideoElement): Promise<void> {
  await video.play();
  if (!(await waitForVideoFrame(video, FIRST_FRAME_MS))) throw new Error('it has no pictures');
}

function replay(video: HTMLVideoElement, onLost: (reason: string) => void): void {
  video.currentTime = 0;
  video.play().catch((cause: unknown) => onLost(String(cause)));
}

function createStream(video: HTMLVideoElement, feed: Feed): LiveStream {
  const picture = { source: video, size: () => ({ width: video.videoWidth, height: video.videoHeight }) };
  return {
    picture: feed.isReadable ? picture : null,
    getProgress: () => video.currentTime,
    pause: () => {
      video.pause();
      feed.stop();
    },
    async resume() {
      if (video.paused) feed.start();
      await video.play();
      if (!(await waitForVideoFrame(video, FIRST_FRAME_MS))) throw new Error('it did not continue');
      // The compositor may need some frames to include a video that was covered.
      setTimeout(() => video.parentElement?.querySelector('canvas')?.remove(), POSTER_FRAME_MS);
    },
    setMuted: (muted) => {
      video.muted = muted;
    },
    setVolume: (volume) => {
      video.volume = volume;
    },
    release: () => {
      feed.destroy();
      releaseVideo(video);
    },
  };
}
