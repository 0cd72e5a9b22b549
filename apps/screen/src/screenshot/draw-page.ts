/**
 * Draws what the page shows into a canvas: backgrounds, photos, frames of videos, and texts. It is not a capture of the display, and the server labels it as
 * drawn by the page. Frames with other sites can't be read, and are drawn as gray areas.
 */
const LONGER_SIDE = 960;
const FRAME_COLOR = '#5d6068';
const PAGE_COLOR = '#0b0b0c';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Converts a place in the window to a place in the page before its rotation. */
export function toUnrotated(rect: Box, rotation: number, window: { width: number; height: number }): Box {
  const right = window.width - rect.left - rect.width;
  const bottom = window.height - rect.top - rect.height;
  if (rotation === 90) return { left: rect.top, top: right, width: rect.height, height: rect.width };
  if (rotation === 180) return { left: right, top: bottom, width: rect.width, height: rect.height };
  if (rotation === 270) return { left: bottom, top: rect.left, width: rect.height, height: rect.width };
  return { left: rect.left, top: rect.top, width: rect.width, height: rect.height };
}

/** Returns the part of a box that a picture fills, or the part of the picture that fills the box (`cover`). */
export function fitPicture(box: Box, picture: { width: number; height: number }, objectFit: string): Box {
  if (objectFit === 'fill' || picture.width === 0 || picture.height === 0) return box;
  const scales = [box.width / picture.width, box.height / picture.height];
  const scale = objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

type Picture = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement;

const isPicture = (element: Element): element is Picture =>
  element instanceof HTMLImageElement || element instanceof HTMLVideoElement || element instanceof HTMLCanvasElement;

function getSize(picture: Picture): { width: number; height: number } {
  if (picture instanceof HTMLImageElement) return { width: picture.naturalWidth, height: picture.naturalHeight };
  if (picture instanceof HTMLVideoElement) return { width: picture.videoWidth, height: picture.videoHeight };
  return { width: picture.width, height: picture.height };
}

/** Pictures of other sites would make the canvas unreadable. */
function isReadable(picture: Picture): boolean {
  if (picture instanceof HTMLCanvasElement) return true;
  const address = picture.currentSrc || picture.src;
  return address === '' || /^(?:blob|data):/.test(address) || new URL(address, location.href).origin === location.origin;
}

class PageDrawing {
  readonly #context: CanvasRenderingContext2D;
  readonly #place: (rect: Box) => Box;

  constructor(context: CanvasRenderingContext2D, place: (rect: Box) => Box) {
    this.#context = context;
    this.#place = place;
  }

  /** Draws an element and its children, those with a higher `z-index` above the others. */
  draw(element: Element): void {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
    const rect = element.getBoundingClientRect();
    const box = this.#place(rect);
    this.#context.globalAlpha = Number(style.opacity) || 1;
    this.#drawBackground(style, box);
    if (isPicture(element)) this.#drawPicture(element, box, style.objectFit);
    else if (element instanceof HTMLIFrameElement) this.#fill(box, FRAME_COLOR);
    else this.#drawChildren(element, style);
    this.#context.globalAlpha = 1;
  }

  #fill({ left, top, width, height }: Box, color: string): void {
    this.#context.fillStyle = color;
    this.#context.fillRect(left, top, width, height);
  }

  #drawBackground({ backgroundColor }: CSSStyleDeclaration, box: Box): void {
    if (backgroundColor !== '' && backgroundColor !== 'transparent' && !backgroundColor.endsWith(', 0)')) this.#fill(box, backgroundColor);
  }

  #drawPicture(picture: Picture, box: Box, objectFit: string): void {
    if (!isReadable(picture)) return this.#fill(box, FRAME_COLOR);
    const size = getSize(picture);
    if (size.width === 0 || size.height === 0) return;
    const part = fitPicture(box, size, picture instanceof HTMLCanvasElement ? 'fill' : objectFit);
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    context.drawImage(picture, part.left, part.top, part.width, part.height);
    context.restore();
  }

  #drawChildren(parent: Element, style: CSSStyleDeclaration): void {
    for (const node of parent.childNodes) if (node instanceof Text) this.#drawText(node, style);
    const getLayer = (child: Element) => Number(getComputedStyle(child).zIndex) || 0;
    const children = [...parent.children].map((child, place) => ({ child, place, layer: getLayer(child) }));
    children.sort((a, b) => a.layer - b.layer || a.place - b.place);
    for (const { child } of children) this.draw(child);
  }

  /** Draws word by word, because lines are broken by the browser. */
  #drawText(node: Text, { color, fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): void {
    const context = this.#context;
    const range = document.createRange();
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    context.fillStyle = color;
    context.textBaseline = 'middle';
    const words = /\S+/g;
    for (let match = words.exec(node.data); match; match = words.exec(node.data)) {
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const box = this.#place(range.getBoundingClientRect());
      if (box.width > 0) context.fillText(match[0], box.left, box.top + box.height / 2, box.width);
    }
  }
}

/** Returns a canvas with what the page shows, at most 960 pixels on the longer side. */
export function drawPage(): HTMLCanvasElement {
  const rotation = Number(document.documentElement.dataset['rotate'] ?? 0) || 0;
  const window = { width: innerWidth, height: innerHeight };
  const page = toUnrotated({ left: 0, top: 0, ...window }, rotation, window);
  const scale = Math.min(1, LONGER_SIDE / Math.max(page.width, page.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(page.width * scale));
  canvas.height = Math.max(1, Math.round(page.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  context.fillStyle = PAGE_COLOR;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  new PageDrawing(context, (rect) => toUnrotated(rect, rotation, window)).draw(document.body);
  return canvas;
}
