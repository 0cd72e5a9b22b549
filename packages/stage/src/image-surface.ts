import { FILL, type Limits, type Surface, within } from './surface.ts';

/**
 * Decodes the picture before it enters the page. `decoding = 'sync'` keeps the compositor from
 * painting the layer first and the picture some frames later, which it does with large ones.
 */
export async function loadImage(url: string, limits: Limits): Promise<Surface> {
  const image = new Image();
  image.decoding = 'sync';
  image.style.cssText = FILL;
  image.alt = '';
  image.src = url;
  try {
    await within(image.decode(), limits);
  } catch (cause) {
    letGo(image);
    throw new Error(`the image can’t be decoded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return imageSurface(image);
}

/** Gives the pixels back at once. Removing `src` instead would keep the element for ever (seen in Chromium). */
function letGo(image: HTMLImageElement): void {
  image.remove();
  image.src = '';
}

const nothing = () => undefined;

function imageSurface(image: HTMLImageElement): Surface {
  return {
    element: image,
    picture: { source: image, size: () => ({ width: image.naturalWidth, height: image.naturalHeight }) },
    start: () => Promise.resolve(),
    pause: nothing,
    resume: nothing,
    setMuted: nothing,
    setVolume: nothing,
    position: () => null,
    isOver: () => false,
    release: () => letGo(image),
  };
}
