import { videoFrame } from './frame.ts';
import { FILL, type Limits, type Surface, type SurfaceEvents, within } from './surface.ts';

/** Milliseconds a video may take from play() to a frame. */
const FIRST_FRAME_MS = 3000;

export interface VideoHost {
  /** A video only produces frames inside the page; this puts it there, underneath. */
  attach: (video: HTMLVideoElement) => void;
  events: SurfaceEvents;
  muted: boolean;
}

/**
 * Loads far enough to play through, plays one frame underneath to prove that it decodes, and
 * waits there. Raising it later costs one more frame and shows no black.
 */
export async function loadVideo(url: string, host: VideoHost, limits: Limits): Promise<Surface> {
  const video = document.createElement('video');
  video.style.cssText = FILL;
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.disableRemotePlayback = true;
  host.attach(video);
  const surface = videoSurface(video, host);
  try {
    await within(playsThrough(video, url), limits);
    await within(firstFrame(video), limits);
    video.pause();
  } catch (cause) {
    surface.release();
    throw new Error(`the video cannot be played: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  video.addEventListener('ended', host.events.onEnded);
  video.addEventListener('error', () => host.events.onError(mediaError(video)));
  return surface;
}

function playsThrough(video: HTMLVideoElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('canplaythrough', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(mediaError(video))), { once: true });
    video.src = url;
    video.load();
  });
}

async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const frame = videoFrame(video, FIRST_FRAME_MS);
  await video.play();
  if (!(await frame)) throw new Error('it has no picture');
}

function mediaError(video: HTMLVideoElement): string {
  return video.error?.message || `media error ${video.error?.code ?? 'unknown'}`;
}

function videoSurface(video: HTMLVideoElement, host: VideoHost): Surface {
  let muted = host.muted;
  let raised = false;
  const play = () => video.play().catch((cause: unknown) => host.events.onError(String(cause)));
  return {
    element: video,
    async start(paused) {
      raised = true;
      if (paused) return;
      const frame = videoFrame(video, FIRST_FRAME_MS);
      await video.play();
      if (!(await frame) && !video.ended) throw new Error('the video did not start');
      video.muted = muted;
    },
    pause: () => video.pause(),
    resume: () => {
      if (raised && !video.ended) void play();
    },
    setMuted: (value) => {
      muted = value;
      if (raised) video.muted = value;
    },
    position: () => (video.paused || video.ended ? null : video.currentTime),
    isOver: () => video.ended,
    release: () => {
      video.pause();
      video.removeAttribute('src');
      // Without load() the element keeps its decoder and buffers until it is collected.
      video.load();
      video.remove();
    },
  };
}
