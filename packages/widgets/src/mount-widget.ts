import type { PlainWidgetSettings } from '@vitrine/contract/widgets';
import type { Zone } from '@vitrine/playback';
import { drawWidget } from './draw-widget.ts';
import type { DrawContext, Drawing, Style, WidgetNode } from './node.ts';

export interface MountOptions extends Omit<MountDrawingOptions, 'draw'> {
  settings: PlainWidgetSettings;
}

export interface MountDrawingOptions {
  draw: (context: DrawContext) => Drawing;
  /** Returns the address of a picture of the widget, or null when it is not available. */
  getPictureUrl: (pictureId: string) => string | null;
  getZone: () => Zone;
  language: string;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  /** Called when drawing failed after the widget was shown. The last drawing stays. */
  onError?: (reason: string) => void;
}

export interface MountedWidget {
  /** Resolves when the pictures can be painted; rejects when one of them can't be shown. */
  ready: Promise<void>;
  destroy(): void;
}

export interface MountedDrawing extends MountedWidget {
  /** Draws again at once, such as for new data. */
  redraw(): void;
}

/** Longest delay of a browser's timer, about 24 days. */
const MAX_DELAY_MS = 2_147_483_647;
/** Shortest time between two drawings, also when the clock jumps. */
const MIN_DELAY_MS = 50;

/** Draws a widget into an element and keeps it up to date. Throws when it can't be drawn at all. */
export const mountWidget = (element: HTMLElement, { settings, ...options }: MountOptions): MountedWidget =>
  mountDrawing(element, { ...options, draw: (context) => drawWidget(settings, context) });

/** Keeps any drawing up to date, like mountWidget. */
export function mountDrawing(element: HTMLElement, options: MountDrawingOptions): MountedDrawing {
  const shownAt = options.now();
  /** Pictures by id, kept over redraws so that they don't flash. */
  const pictures = new Map<string, HTMLImageElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;

  const render = (): void => {
    const size = { width: element.clientWidth || 1, height: element.clientHeight || 1 };
    const now = options.now();
    const { tree, until } = options.draw({ now, zone: options.getZone(), language: options.language, size, shownAt });
    const drawn = createElement(tree, (id) => getPicture(pictures, id, options.getPictureUrl));
    element.textContent = '';
    element.appendChild(drawn);
    startMotions(drawn, tree, now);
    clearTimeout(timer);
    if (until !== null) timer = setTimeout(update, Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, until - now)));
  };
  const update = (): void => {
    try {
      render();
    } catch (cause) {
      clearTimeout(timer);
      options.onError?.(cause instanceof Error ? cause.message : String(cause));
    }
  };
  // The first report of an observer is the size that was drawn already.
  const observer = new ResizeObserver(() => (isFirst ? (isFirst = false) : update()));

  element.style.fontFamily = FONT_FAMILY;
  render();
  observer.observe(element);
  return {
    ready: Promise.all([loadFonts(), ...Array.from(pictures.values(), (image) => image.decode())]).then(() => undefined),
    redraw: update,
    destroy: () => {
      clearTimeout(timer);
      observer.disconnect();
      element.textContent = '';
      for (const image of pictures.values()) image.src = '';
    },
  };
}

/** Typeface, which the page declares, and the one of the system as its replacement. */
const FONT_FAMILY = '"Instrument Sans Variable", system-ui, sans-serif';

/** Loads the typeface, so that text does not change its look after it appeared. A font that can't be loaded must not keep a widget away. */
const loadFonts = (): Promise<unknown> =>
  document.fonts
    ? Promise.all(['400', '700'].map((weight) => document.fonts.load(`${weight} 16px ${FONT_FAMILY}`))).catch(() => undefined)
    : Promise.resolve();

function getPicture(pictures: Map<string, HTMLImageElement>, id: string, getUrl: MountOptions['getPictureUrl']): HTMLImageElement {
  const known = pictures.get(id);
  if (known) return known;
  const image = new Image();
  image.decoding = 'sync';
  image.alt = '';
  const url = getUrl(id);
  if (url !== null) image.src = url;
  pictures.set(id, image);
  return image;
}

/** Starts the animations of a drawing at the position that they have at an instant. Its elements match the nodes. */
function startMotions(element: Element, { motion, children = [] }: WidgetNode, now: number): void {
  if (motion) {
    const frames = [{ transform: 'translateX(0)' }, { transform: `translateX(${-motion.distance}px)` }];
    element.animate(frames, { duration: motion.durationMs, iterations: Infinity }).currentTime = now % motion.durationMs;
  }
  for (const [index, child] of children.entries()) {
    const drawn = element.children[index];
    if (drawn) startMotions(drawn, child, now);
  }
}

const SVG = 'http://www.w3.org/2000/svg';

function createElement(node: WidgetNode, getImage: (id: string) => HTMLImageElement): Element {
  const element = node.pictureId === undefined ? document.createElement('div') : getImage(node.pictureId);
  element.removeAttribute('style');
  applyStyle(element.style, node.style);
  if (node.text !== undefined) element.textContent = node.text;
  if (node.path) element.appendChild(createPath(node.path));
  for (const child of node.children ?? []) element.appendChild(createElement(child, getImage));
  return element;
}

function createPath({ data, side, isSmooth = false }: NonNullable<WidgetNode['path']>): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  svg.setAttribute('width', '100%');
  svg.setAttribute('height', '100%');
  if (!isSmooth) svg.setAttribute('shape-rendering', 'crispEdges');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', data);
  path.setAttribute('fill', 'currentColor');
  svg.appendChild(path);
  return svg;
}

/** Properties whose numbers have no unit. */
const UNITLESS = new Set(['flexGrow', 'flexShrink', 'fontWeight', 'lineHeight', 'opacity', 'zIndex']);

function applyStyle(target: CSSStyleDeclaration, style: Style): void {
  target.boxSizing = 'border-box';
  for (const [name, value] of Object.entries(style)) {
    const text = typeof value === 'number' && !UNITLESS.has(name) ? `${value}px` : String(value);
    target.setProperty(
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      text,
    );
  }
}
