import { scrollAtEdge } from '../../ui/edge-scroll.ts';
import styles from './parts/media-grid.module.css';
import type { Point } from './zoom.ts';

/** So long a finger rests on a tile to pick it up; sooner than the browser's own menu for a picture comes. */
const LONG_PRESS_MS = 300;
/** A finger that went farther than this scrolls the page, in pixels. */
const TAP_SLOP_PX = 10;

interface TouchDragOptions {
  /** Number of dragged items. */
  count: () => number;
  /** Called when an item was picked up and released in place. */
  onHold: (item: HTMLElement) => void;
}

/**
 * Adds dragging by touch, which browsers support differently. A long press on a draggable element in `root` picks it up. The elements below the finger then
 * receive the events of a drag with a mouse (`dragstart`, `dragover`, `dragleave`, `drop`, `dragend`). A finger that moves immediately scrolls the page.
 */
export function attachTouchDrag(root: HTMLElement, options: TouchDragOptions): () => void {
  let end: (() => void) | null = null;
  const onTouchStart = (event: TouchEvent) => {
    end?.();
    const [finger] = event.touches;
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[draggable=true]') : null;
    if (!finger || !item || event.touches.length > 1 || !event.target) return;
    const onEnd = () => {
      end = null;
    };
    end = trackTouch(event.target, { root, item, start: toPoint(finger) }, { ...options, onEnd });
  };
  // A drag of the browser's own, and its menu for pictures, would take the finger away.
  const keepFinger = (event: Event) => {
    if (!end || !event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Heard as long as there is a grid: some browsers decide when a finger comes down whether its moves can be kept from scrolling.
  const declare = () => undefined;
  root.addEventListener('touchstart', onTouchStart, { passive: true });
  root.addEventListener('touchmove', declare, { passive: false });
  root.addEventListener('dragstart', keepFinger, true);
  root.addEventListener('contextmenu', keepFinger, true);
  return () => {
    end?.();
    root.removeEventListener('touchstart', onTouchStart);
    root.removeEventListener('touchmove', declare);
    root.removeEventListener('dragstart', keepFinger, true);
    root.removeEventListener('contextmenu', keepFinger, true);
  };
}

const toPoint = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });

interface HeldTouch {
  root: HTMLElement;
  item: HTMLElement;
  start: Point;
}

/** One finger from where it came down until it is lifted; answers how to stop listening to it. */
function trackTouch(target: EventTarget, held: HeldTouch, options: TouchDragOptions & { onEnd: () => void }): () => void {
  const { item, start } = held;
  let drag: Drag | null = null;
  let hasMoved = false;
  const timer = setTimeout(() => {
    drag = startTouchDrag(held, options.count);
    if (!drag) end();
  }, LONG_PRESS_MS);
  const onMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!finger) return;
    const at = toPoint(finger);
    if (Math.hypot(at.x - start.x, at.y - start.y) > TAP_SLOP_PX) hasMoved = true;
    if (!drag) return hasMoved ? end() : undefined;
    if (event.cancelable) event.preventDefault();
    if (hasMoved) drag.move(at);
  };
  const onUp = (event: TouchEvent) => {
    // Or a click would follow.
    if (drag && event.cancelable) event.preventDefault();
    if (drag && hasMoved) drag.drop();
    else if (drag) options.onHold(item);
    end();
  };
  const end = () => {
    clearTimeout(timer);
    drag?.finish();
    drag = null;
    // The touched element receives the events of its finger even after it was removed from the document.
    target.removeEventListener('touchmove', onMove as EventListener);
    target.removeEventListener('touchend', onUp as EventListener);
    target.removeEventListener('touchcancel', end);
    options.onEnd();
  };
  target.addEventListener('touchmove', onMove as EventListener, { passive: false });
  target.addEventListener('touchend', onUp as EventListener, { passive: false });
  target.addEventListener('touchcancel', end);
  return end;
}

interface Drag {
  move: (at: Point) => void;
  /** On what it is over, if that takes it. */
  drop: () => void;
  finish: () => void;
}

/** Returns null when the drag was cancelled by a listener. */
function startTouchDrag({ root, item, start }: HeldTouch, count: () => number): Drag | null {
  const dataTransfer = new DataTransfer();
  const tell = (where: Element, type: string, at: Point) =>
    where.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX: at.x, clientY: at.y }));
  if (!tell(item, 'dragstart', start)) return null;
  navigator.vibrate?.(10);
  const ghost = showDragGhost(item, count(), start);
  let at: Point | null = null;
  let over: Element | null = null;
  let isTaken = false;
  const look = (point: Point) => {
    const next = document.elementFromPoint(point.x, point.y);
    if (over && next !== over) tell(over, 'dragleave', point);
    over = next;
    isTaken = next !== null && !tell(next, 'dragover', point);
  };
  // In each frame, since the page scrolls under a finger that rests.
  let frame = requestAnimationFrame(function step() {
    if (at) {
      scrollAtEdge(at.y);
      look(at);
    }
    frame = requestAnimationFrame(step);
  });
  return {
    move(point) {
      at = point;
      ghost.move(point);
    },
    drop() {
      if (!at) return;
      look(at);
      if (over) tell(over, isTaken ? 'drop' : 'dragleave', at);
    },
    finish() {
      cancelAnimationFrame(frame);
      ghost.remove();
      tell(item.isConnected ? item : root, 'dragend', at ?? start);
    },
  };
}

/** Above the finger, which would cover it. */
const GHOST_OFFSET = 0.6;

/** The picture of what is dragged, under the finger; `count` is written on it where it stands for several. */
function showDragGhost(item: HTMLElement, count: number, start: Point) {
  const { width, height } = item.getBoundingClientRect();
  const ghost = document.createElement('div');
  const picture = item.querySelector('img')?.cloneNode();
  if (picture) ghost.append(picture);
  ghost.className = styles.ghost ?? '';
  ghost.setAttribute('aria-hidden', 'true');
  if (count > 1) ghost.dataset['count'] = String(count);
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  item.dataset['dragged'] = '';
  const move = ({ x, y }: Point) => {
    ghost.style.translate = `${x - width / 2}px ${y - height * GHOST_OFFSET}px`;
  };
  move(start);
  document.body.append(ghost);
  return {
    move,
    remove() {
      ghost.remove();
      delete item.dataset['dragged'];
    },
  };
}
