/** A hidden page gets no animation frames; a wall must not stop for that. */
const LONGEST_FRAME_MS = 100;

/** Resolves in the next animation frame. */
export function waitForNextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, LONGEST_FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** Resolves when the compositor has surely taken up what was changed before the call. */
export async function waitForPaint(): Promise<void> {
  await waitForNextFrame();
  await waitForNextFrame();
}

/** Resolves when the video has handed its next frame to the compositor, or after `limitMs` with false. */
export function waitForVideoFrame(video: HTMLVideoElement, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), limitMs);
    const onFrame = () => {
      clearTimeout(late);
      resolve(true);
    };
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onFrame);
    else (video as HTMLVideoElement).addEventListener('timeupdate', onFrame, { once: true });
  });
}
