import { COVER, type LoadLimits, type Surface, withTimeout } from './surface.ts';

/** A widget that is drawn and keeps itself up to date. */
export interface DrawnWidget {
  /** Resolves when it can be painted; rejects when a part of it can't be shown. */
  ready: Promise<void>;
  destroy(): void;
}

const noop = () => undefined;

/** Draws a widget into a layer, which has its final size, and returns the layer's surface. Rejects when the widget can't be drawn. */
export async function createWidgetSurface(
  layer: HTMLElement,
  limits: LoadLimits,
  draw: (element: HTMLElement) => Promise<DrawnWidget> | DrawnWidget,
): Promise<Surface> {
  const element = document.createElement('div');
  element.style.cssText = `${COVER}overflow:hidden;`;
  layer.append(element);
  const drawing = Promise.resolve().then(() => draw(element));
  try {
    await withTimeout(
      drawing.then(({ ready }) => ready),
      limits,
    );
  } catch (cause) {
    // It may finish after the timeout.
    drawing.then((widget) => widget.destroy(), noop);
    throw new Error(`the widget can’t be drawn: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  const widget = await drawing;
  return {
    element,
    picture: null,
    start: () => Promise.resolve(),
    pause: noop,
    resume: noop,
    setMuted: noop,
    setVolume: noop,
    position: () => null,
    hasEnded: () => false,
    release: () => widget.destroy(),
  };
}
