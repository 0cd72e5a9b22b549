import { waitForVideoFrame } from './frame.ts';
import type { LiveStream, StreamHost } from './live-surface.ts';
import { captureFrame, createVideo, describeMediaError, POSTER_FRAME_MS, releaseVideo } from './video-surface.ts';

/** Media type of HLS playlists. */
const HLS_TYPE = 'application/vnd.apple.mpegurl';
/** Maximum time from the start of playback to the first frame, in milliseconds. */
const FIRST_FRAME_MS = 5000;

/** Loads a playlist into a video, continuously. */
export interface Feed {
  /** False when the browser loads it, which then forbids to read the pixels of other sites. */
  isReadable: boolean;
  start(): void;
  stop(): void;
  destroy(): void;
}

export type OpenFeed = (video: HTMLVideoElement, url: string, onFailure: (reason: string) => void) => Feed | Promise<Feed>;

interface Playlist {
  url: string;
  /** Opens the playlist in browsers that can't. */
  openWithLibrary: OpenFeed;
}

/** Plays an HLS playlist in a box, and resolves when its first frame is painted. */
export async function openHlsStream({ url, openWithLibrary }: Playlist, box: HTMLElement, host: StreamHost): Promise<LiveStream> {
  if (new URL(url).origin === location.origin) throw new Error('it is an address of this installation');
  const video = createVideo(host.volume);
  box.append(video);
  host.signal.addEventListener('abort', () => releaseVideo(video), { once: true });
  const feed = await chooseFeed(video, { url, openWithLibrary }, host);
  const isLive = !Number.isFinite(video.duration);
  video.addEventListener('ended', () => (isLive ? host.onLost('it has ended') : replay(video, host.onLost)));
  box.prepend(captureFrame(video));
  return createStream(video, feed);
}

/** Some browsers claim to play HLS and then fail. The library replaces them. */
async function chooseFeed(video: HTMLVideoElement, { url, openWithLibrary }: Playlist, host: StreamHost): Promise<Feed> {
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
