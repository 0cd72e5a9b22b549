import { FILL_STYLE, type LoadLimits, type Surface, withTimeout } from './surface.ts';

/**
 * Decodes the picture before it enters the page. `decoding = 'sync'` keeps the compositor from
 * painting the layer first and the picture some frames later, which it does with large ones.
 */
export async function loadImage(url: string, limits: LoadLimits): Promise<Surface> {
  const image = new Image();
  image.decoding = 'sync';
  image.style.cssText = FILL_STYLE;
  image.alt = '';
  image.src = url;
  try {
    await withTimeout(image.decode(), limits);
  } catch (cause) {
    releaseImage(image);
    throw new Error(`the image can’t be decoded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return createImageSurface(image);
}

/** Gives the pixels back at once. Removing `src` instead would keep the element for ever (seen in Chromium). */
function releaseImage(image: HTMLImageElement): void {
  image.remove();
  image.src = '';
}

const noop = () => undefined;

function createImageSurface(image: HTMLImageElement): Surface {
  return {
    element: image,
    picture: { source: image, size: () => ({ width: image.naturalWidth, height: image.naturalHeight }) },
    start: () => Promise.resolve(),
    pause: noop,
    resume: noop,
    setMuted: noop,
    setVolume: noop,
    position: () => null,
    hasEnded: () => false,
    release: () => releaseImage(image),
  };
}
