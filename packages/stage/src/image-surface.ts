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
    image.removeAttribute('src');
    throw new Error(`the picture cannot be decoded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return imageSurface(image);
}

const nothing = () => undefined;

function imageSurface(image: HTMLImageElement): Surface {
  return {
    element: image,
    start: () => Promise.resolve(),
    pause: nothing,
    resume: nothing,
    setMuted: nothing,
    position: () => null,
    isOver: () => false,
    release: () => {
      image.remove();
      image.removeAttribute('src');
    },
  };
}
