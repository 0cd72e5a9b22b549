import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type IdSelection, type PartialSelection, useIdSelection } from '../../lib/use-id-selection.ts';
import { type MediaListQuery, mediaIdsOptions } from './api/media.ts';
import type { Box } from './masonry.ts';

export type MediaSelection = IdSelection;

/** Selection in an album, including the rectangle. */
export const useMediaSelection = (query: MediaListQuery, isActive: boolean): MediaSelection =>
  useIdSelection(mediaIdsOptions(query), isActive);

/** For read-only views. */
export const NO_SELECTION: MediaSelection = {
  ids: new Set(),
  inOrder: () => [],
  order: undefined,
  loadOrder: async () => [],
  all: async () => undefined,
  pick: async () => undefined,
  clear: () => undefined,
  set: () => undefined,
};

interface GridSelectionOptions {
  /** Element whose top left corner is the origin of the tiles' positions. */
  element: RefObject<HTMLElement | null>;
  /** Returns the indexes of the tiles that touch a rectangle. */
  findTiles: (box: Box) => number[];
  /** Returns the id of a tile; undefined while it is not loaded. */
  idAt: (index: number) => string | undefined;
  selection: PartialSelection;
  isActive: boolean;
}

/** Selects the tiles that the rectangle touches, in addition to the previous selection when it began with Ctrl, Cmd or Shift. */
export function useGridSelection({ element, findTiles, idAt, selection, isActive }: GridSelectionOptions) {
  const before = useRef<ReadonlySet<string>>(new Set());
  /** Ids of tiles that the rectangle touched, because tiles that were scrolled away are unloaded. */
  const known = useRef(new Map<number, string>());
  const select = (box: Box) => {
    const touched = findTiles(box).flatMap((index) => {
      const id = idAt(index) ?? known.current.get(index);
      if (id !== undefined) known.current.set(index, id);
      return id ?? [];
    });
    selection.set(new Set([...before.current, ...touched]));
  };
  return useMarqueeSelection({
    origin: element,
    isActive,
    onStart: (isAdditive) => {
      before.current = isAdditive ? selection.ids : new Set();
      known.current.clear();
    },
    onChange: select,
    onMiss: selection.clear,
  });
}

/** Less is a click. */
const MIN_DRAG_PX = 6;
/** How near the edge of the window it begins to scroll, and how far per frame. */
const EDGE = 60;
const SCROLL_STEP = 14;

interface Point {
  x: number;
  y: number;
}

interface MarqueeOptions {
  /** Element whose top left corner is the origin. */
  origin: RefObject<HTMLElement | null>;
  isActive: boolean;
  onStart: (isAdditive: boolean) => void;
  onChange: (rectangle: Box) => void;
  /** Called for a click outside all items. */
  onMiss: () => void;
}

/** Selection rectangle drawn with the mouse from anywhere outside the tiles, with scrolling at the window's edges. */
function useMarqueeSelection({ origin, isActive, onStart, onChange, onMiss }: MarqueeOptions) {
  const [rectangle, setRectangle] = useState<Box | null>(null);
  const [isDown, setIsDown] = useState(false);
  const drag = useRef<Drag>(NO_DRAG);

  const toGrid = (point: Point) => pointWithin(origin.current, point);
  const redraw = useEffectEvent(() => {
    const now = drag.current;
    const box = boxBetween(now.start, toGrid(now.pointer));
    if (!now.isDrawn && Math.max(box.width, box.height) < MIN_DRAG_PX) return;
    if (!now.isDrawn) onStart(now.isAdditive);
    now.isDrawn = true;
    setRectangle(box);
    onChange(box);
  });
  const follow = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    drag.current.pointer = { x: clientX, y: clientY };
    redraw();
  });
  const scrollAlong = useEffectEvent(() => {
    const { pointer, isDrawn } = drag.current;
    const step = pointer.y < EDGE ? -SCROLL_STEP : pointer.y > window.innerHeight - EDGE ? SCROLL_STEP : 0;
    if (!isDrawn || step === 0) return;
    window.scrollBy(0, step);
    redraw();
  });
  const finish = useEffectEvent(() => {
    setIsDown(false);
    setRectangle(null);
    if (!drag.current.isDrawn) onMiss();
  });
  useEffect(() => {
    if (!isDown) return;
    let frame = 0;
    const loop = () => {
      scrollAlong();
      frame = requestAnimationFrame(loop);
    };
    loop();
    const onMove = (event: PointerEvent) => follow(event);
    const onEnd = () => finish();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
    };
  }, [isDown]);

  const onPointerDown = (event: React.PointerEvent) => {
    if (!isActive || !isBesideItems(event) || event.button !== 0 || event.pointerType !== 'mouse') return;
    event.preventDefault();
    const pointer = { x: event.clientX, y: event.clientY };
    drag.current = { start: toGrid(pointer), pointer, isDrawn: false, isAdditive: event.ctrlKey || event.metaKey || event.shiftKey };
    setIsDown(true);
  };
  /** `style`: size and position of the rectangle while it is drawn. */
  return { style: rectangle && toRectangleStyle(rectangle), onPointerDown };
}

const toRectangleStyle = ({ x, y, width, height }: Box): CSSProperties => ({ width, height, transform: `translate(${x}px, ${y}px)` });

/** React also reports events of menus and dialogs that are rendered elsewhere in the document. */
const isBesideItems = ({ target, currentTarget }: React.PointerEvent): boolean =>
  target instanceof Element && currentTarget.contains(target) && !target.closest('[data-index], button, a, input, label');

interface Drag {
  start: Point;
  pointer: Point;
  isDrawn: boolean;
  isAdditive: boolean;
}
const NO_DRAG: Drag = { start: { x: 0, y: 0 }, pointer: { x: 0, y: 0 }, isDrawn: false, isAdditive: false };

function pointWithin(element: HTMLElement | null, { x, y }: Point): Point {
  const box = element?.getBoundingClientRect();
  return { x: x - (box?.left ?? 0), y: y - (box?.top ?? 0) };
}

const boxBetween = (one: Point, other: Point): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(other.x - one.x),
  height: Math.abs(other.y - one.y),
});
