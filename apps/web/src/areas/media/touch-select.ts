import { scrollAtEdge } from '../../ui/edge-scroll.ts';
import { attachHeldTouch, type HeldTouch } from './held-touch.ts';
import type { Point } from './zoom.ts';

interface TouchSelectOptions {
  /** Called after a long press on a tile. */
  onStart: (index: number) => void;
  /** Called when the held finger reaches another tile. */
  onReach: (index: number) => void;
}

/** Adds selection by touch to a grid: a long press selects a tile, and moving the finger afterwards selects everything up to the tile below it. */
export const attachTouchSelect = (root: HTMLElement, options: TouchSelectOptions): (() => void) =>
  attachHeldTouch(root, { selector: '[data-index]', onHold: () => undefined, begin: (item) => startTouchSelect(item, options) });

function startTouchSelect(item: HTMLElement, { onStart, onReach }: TouchSelectOptions): HeldTouch {
  let at: Point | null = null;
  let reached = getIndex(item);
  navigator.vibrate?.(10);
  if (reached !== undefined) onStart(reached);
  const reach = ({ x, y }: Point) => {
    const index = getIndex(document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index]'));
    if (index === undefined || index === reached) return;
    reached = index;
    onReach(index);
  };
  // In each frame, because the page scrolls under a finger that rests at the edge.
  let frame = requestAnimationFrame(function step() {
    if (at) {
      scrollAtEdge(at.y);
      reach(at);
    }
    frame = requestAnimationFrame(step);
  });
  return {
    move(point) {
      at = point;
    },
    drop: () => undefined,
    finish: () => cancelAnimationFrame(frame),
  };
}

const getIndex = (tile: HTMLElement | null | undefined): number | undefined =>
  tile?.dataset['index'] === undefined ? undefined : Number(tile.dataset['index']);
