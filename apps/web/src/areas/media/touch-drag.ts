import { scrollAtEdge } from '../../ui/edge-scroll.ts';
import { attachHeldTouch, type HeldTouch } from './held-touch.ts';
import styles from './parts/media-grid.module.css';
import type { Point } from './zoom.ts';

interface TouchDragOptions {
  /** Number of dragged items. */
  count: () => number;
  /** Called when an item was picked up and released in place. */
  onHold: (item: HTMLElement) => void;
}

/**
 * Adds dragging by touch, which browsers support differently. A long press on a draggable element in `root` picks it up. The elements below the finger then
 * receive the events of a drag with a mouse (`dragstart`, `dragover`, `dragleave`, `drop`, `dragend`).
 */
export const attachTouchDrag = (root: HTMLElement, { count, onHold }: TouchDragOptions): (() => void) =>
  attachHeldTouch(root, { selector: '[draggable=true]', onHold, begin: (item, start) => startTouchDrag({ root, item, start }, count) });

interface DraggedItem {
  root: HTMLElement;
  item: HTMLElement;
  start: Point;
}

/** Returns null when the drag was cancelled by a listener. */
function startTouchDrag({ root, item, start }: DraggedItem, count: () => number): HeldTouch | null {
  const dataTransfer = new DataTransfer();
  const send = (where: Element, type: string, at: Point) =>
    where.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX: at.x, clientY: at.y }));
  if (!send(item, 'dragstart', start)) return null;
  navigator.vibrate?.(10);
  const ghost = showDragGhost(item, count(), start);
  let at: Point | null = null;
  let over: Element | null = null;
  let isTaken = false;
  const look = (point: Point) => {
    const next = document.elementFromPoint(point.x, point.y);
    if (over && next !== over) send(over, 'dragleave', point);
    over = next;
    isTaken = next !== null && !send(next, 'dragover', point);
  };
  // In each frame, because the page scrolls under a finger that rests.
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
      if (over) send(over, isTaken ? 'drop' : 'dragleave', at);
    },
    finish() {
      cancelAnimationFrame(frame);
      ghost.remove();
      send(item.isConnected ? item : root, 'dragend', at ?? start);
    },
  };
}

/** Above the finger, which would cover it. */
const GHOST_OFFSET = 0.6;

/** Shows a picture of the dragged item under the finger, with the number of items when there are several. */
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
