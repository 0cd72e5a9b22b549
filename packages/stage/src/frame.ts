/** Maximum time to wait for an animation frame. Hidden pages get none, but playback must continue. */
const FRAME_TIMEOUT_MS = 100;

/** Resolves in the next animation frame. */
export function waitForNextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, FRAME_TIMEOUT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timeout);
      resolve();
    });
  });
}

/** Resolves when the compositor has certainly painted the changes made before the call. */
export async function waitForPaint(): Promise<void> {
  await waitForNextFrame();
  await waitForNextFrame();
}

/** Resolves with true when the video has sent its next frame to the compositor, or with false after `limitMs`. */
export function waitForVideoFrame(video: HTMLVideoElement, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), limitMs);
    const onFrame = () => {
      clearTimeout(timeout);
      resolve(true);
    };
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onFrame);
    else (video as HTMLVideoElement).addEventListener('timeupdate', onFrame, { once: true });
  });
}
