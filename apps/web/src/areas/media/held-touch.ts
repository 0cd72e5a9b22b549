import type { Point } from './zoom.ts';

/** So long a finger rests on an element to hold it; sooner than the browser's own menu for a picture opens. */
const LONG_PRESS_MS = 300;
/** A finger that moved farther than this scrolls the page, in pixels. */
const TAP_SLOP_PX = 10;

/** Handlers of a touch that holds an element. */
export interface HeldTouch {
  move: (at: Point) => void;
  /** Called when the finger is lifted after it moved. */
  drop: () => void;
  finish: () => void;
}

interface HeldTouchOptions {
  /** Elements in the root that can be held. */
  selector: string;
  /** Called after a long press. Null cancels. */
  begin: (item: HTMLElement, start: Point) => HeldTouch | null;
  /** Called when an element was held and released in place. */
  onHold: (item: HTMLElement) => void;
}

/** Adds long presses by touch to the elements in `root`. A finger that moves immediately scrolls the page. Returns a function that removes them. */
export function attachHeldTouch(root: HTMLElement, options: HeldTouchOptions): () => void {
  let end: (() => void) | null = null;
  const onTouchStart = (event: TouchEvent) => {
    end?.();
    const [finger] = event.touches;
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>(options.selector) : null;
    if (!finger || !item || event.touches.length > 1 || !event.target) return;
    const onEnd = () => {
      end = null;
    };
    end = trackTouch(event.target, { item, start: toPoint(finger) }, { ...options, onEnd });
  };
  // The browser's own drag, and its menu for pictures, would interrupt the touch.
  const keepFinger = (event: Event) => {
    if (!end || !event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Some browsers decide when a finger comes down whether its moves can be kept from scrolling, so this listener is always there.
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

interface TrackedTouch {
  item: HTMLElement;
  start: Point;
}

/** Follows one finger until it is lifted. Returns a function that stops following it. */
function trackTouch(target: EventTarget, { item, start }: TrackedTouch, options: HeldTouchOptions & { onEnd: () => void }): () => void {
  let held: HeldTouch | null = null;
  let hasMoved = false;
  const timer = setTimeout(() => {
    held = options.begin(item, start);
    if (!held) end();
  }, LONG_PRESS_MS);
  const onMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!finger) return;
    const at = toPoint(finger);
    if (Math.hypot(at.x - start.x, at.y - start.y) > TAP_SLOP_PX) hasMoved = true;
    if (!held) return hasMoved ? end() : undefined;
    if (event.cancelable) event.preventDefault();
    if (hasMoved) held.move(at);
  };
  const onUp = (event: TouchEvent) => {
    // Or a click would follow.
    if (held && event.cancelable) event.preventDefault();
    if (held && hasMoved) held.drop();
    else if (held) options.onHold(item);
    end();
  };
  const end = () => {
    clearTimeout(timer);
    held?.finish();
    held = null;
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
