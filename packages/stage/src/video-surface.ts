import { waitForVideoFrame } from './frame.ts';
import { FILL_STYLE, type LoadLimits, type Surface, type SurfaceHost, withTimeout } from './surface.ts';

/** Maximum time from play() to the first frame, in milliseconds. */
const FIRST_FRAME_MS = 3000;
/** Time after which a visible video certainly renders its own frames, in milliseconds. */
export const POSTER_FRAME_MS = 2000;

export interface VideoHost extends SurfaceHost {
  /** Adds the element to the page below the visible item. A video produces frames only inside the page. */
  attach: (element: HTMLElement) => void;
}

/**
 * Loads a video until it can play through, and plays one frame below the visible item to prove that it decodes.
 * A still image of that frame is placed behind the video: the compositor skips a video that
 * is completely covered, and on a busy machine needs some frames to include it again once it is visible.
 */
export async function loadVideo(url: string, host: VideoHost, limits: LoadLimits): Promise<Surface> {
  const video = createVideo(host.volume);
  const box = document.createElement('div');
  box.append(video);
  host.attach(box);
  const surface = createVideoSurface(box, video, host);
  try {
    await withTimeout(waitUntilPlayable(video, url), limits);
    await withTimeout(playFirstFrame(video), limits);
    video.pause();
    box.prepend(captureFrame(video));
  } catch (cause) {
    surface.release();
    throw new Error(`the video can’t be played: ${getPlayFailure(cause)}`, { cause });
  }
  video.addEventListener('ended', host.events.onEnded);
  video.addEventListener('error', () => host.events.onError(describeMediaError(video)));
  return surface;
}

/** Creates a muted video that fills its parent. */
export function createVideo(volume: number): HTMLVideoElement {
  const video = document.createElement('video');
  video.style.cssText = FILL_STYLE;
  video.muted = true;
  video.volume = volume;
  video.playsInline = true;
  video.preload = 'auto';
  video.disableRemotePlayback = true;
  return video;
}

/** Stops a video and frees its memory. Without load() the element keeps its decoder and buffers until it is collected. */
export function releaseVideo(video: HTMLVideoElement): void {
  video.pause();
  video.removeAttribute('src');
  video.load();
}

/** Returns why a video did not start. */
export function getPlayFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.name === 'NotAllowedError' ? 'this browser starts videos only after a touch or a key' : cause.message;
}

function waitUntilPlayable(video: HTMLVideoElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('canplaythrough', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(describeMediaError(video))), { once: true });
    video.src = url;
    video.load();
  });
}

async function playFirstFrame(video: HTMLVideoElement): Promise<void> {
  const frame = waitForVideoFrame(video, FIRST_FRAME_MS);
  await video.play();
  if (!(await frame)) throw new Error('the video has no video track');
}

/** Copies the current frame of the video to a canvas, no larger than displayed. */
export function captureFrame(video: HTMLVideoElement): HTMLCanvasElement {
  const still = document.createElement('canvas');
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, Math.max(video.clientWidth / videoWidth, video.clientHeight / videoHeight) * devicePixelRatio);
  still.style.cssText = FILL_STYLE;
  still.width = Math.max(1, Math.round(videoWidth * scale));
  still.height = Math.max(1, Math.round(videoHeight * scale));
  still.getContext('2d')?.drawImage(video, 0, 0, still.width, still.height);
  return still;
}

export function describeMediaError(video: HTMLVideoElement): string {
  return video.error?.message || `media error ${video.error?.code ?? 'unknown'}`;
}

function createVideoSurface(box: HTMLElement, video: HTMLVideoElement, host: VideoHost): Surface {
  let muted = host.muted;
  let started = false;
  const play = () => video.play().catch((cause: unknown) => host.events.onError(String(cause)));
  return {
    element: box,
    picture: { source: video, size: () => ({ width: video.videoWidth, height: video.videoHeight }) },
    async start(paused) {
      started = true;
      if (paused) return;
      const frame = waitForVideoFrame(video, FIRST_FRAME_MS);
      await video.play();
      if (!(await frame) && !video.ended) throw new Error('the video did not start');
      video.muted = muted;
      setTimeout(() => box.querySelector('canvas')?.remove(), POSTER_FRAME_MS);
    },
    pause: () => video.pause(),
    resume: () => {
      if (started && !video.ended) void play();
    },
    setMuted: (value) => {
      muted = value;
      if (started) video.muted = value;
    },
    setVolume: (value) => {
      video.volume = value;
    },
    position: () => (video.paused || video.ended ? null : video.currentTime),
    hasEnded: () => video.ended,
    release: () => {
      releaseVideo(video);
      box.remove();
    },
  };
}
