import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Scroll distance after which the list is rendered again, in CSS pixels. */
const RENDER_STEP_PX = 300;

interface Viewport {
  width: number;
  /** Top of the window relative to the element's top. `bottom` is measured the same way. */
  top: number;
  bottom: number;
}

/** Returns the element's width and the part of it that is on screen. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, top: 0, bottom: 2000 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const box = target.getBoundingClientRect();
      const top = Math.floor(-box.top / RENDER_STEP_PX) * RENDER_STEP_PX;
      const next = {
        width: box.width,
        top,
        bottom: top + RENDER_STEP_PX + Math.ceil(window.innerHeight / RENDER_STEP_PX) * RENDER_STEP_PX,
      };
      setViewport((before) => (before.width === next.width && before.top === next.top && before.bottom === next.bottom ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return viewport;
}

/** Keys that move the focus between tiles. */
export const ARROW_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Returns the tile of an event's target and the part of that tile. */
export function getTileTarget(target: EventTarget): { index?: number; part?: string } {
  if (!(target instanceof Element)) return {};
  const tile = target.closest<HTMLElement>('[data-index]');
  return { index: tile ? Number(tile.dataset.index) : undefined, part: target.closest<HTMLElement>('[data-part]')?.dataset.part };
}

/** Distance from the window beyond which tiles have no element, in CSS pixels. */
const RENDERED_MARGIN_PX = 500;

interface Tiles {
  count: number;
  boxAt: (index: number) => { y: number; height: number };
}

/** Tracks the tile that is the grid's Tab stop. A newly chosen tile is scrolled into view before it receives the focus. */
export function useFocusedTile(element: RefObject<HTMLElement | null>, { count, boxAt }: Tiles) {
  const [current, setIndex] = useState(0);
  const pendingFocus = useRef<number | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const tile = element.current?.querySelector<HTMLElement>(`[data-index="${pendingFocus.current}"] [data-part=open]`);
    if (!tile) return;
    pendingFocus.current = null;
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: 'nearest' });
  });
  const setCurrent = (index: number, options?: { isFocused: boolean }) => {
    setIndex(index);
    if (options?.isFocused) return;
    pendingFocus.current = index;
    const grid = element.current;
    if (!grid) return;
    const { y, height } = boxAt(index);
    const top = grid.getBoundingClientRect().top + y;
    // A distant tile has no element yet. Scroll there, and the effect focuses it once it is rendered.
    if (top + height < -RENDERED_MARGIN_PX || top > window.innerHeight + RENDERED_MARGIN_PX)
      window.scrollBy(0, top - window.innerHeight / 3);
  };
  return [Math.min(current, Math.max(0, count - 1)), setCurrent] as const;
}

/** Time after the last scroll event when scrolling counts as finished. Longer than the pause between two steps of a wheel. */
const SCROLL_END_MS = 120;

/**
 * Sets `data-scrolling` while the window scrolls, without React. Hover styles would otherwise be applied to and removed from every tile that passes under the
 * pointer, with a repaint each time.
 */
export function useScrollingAttribute(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clearScrolling = () => {
      timer = undefined;
      delete target.dataset.scrolling;
    };
    const markScrolling = () => {
      if (timer === undefined) target.dataset.scrolling = '';
      else clearTimeout(timer);
      timer = setTimeout(clearScrolling, SCROLL_END_MS);
    };
    window.addEventListener('scroll', markScrolling, { passive: true });
    return () => {
      window.removeEventListener('scroll', markScrolling);
      clearTimeout(timer);
    };
  }, [element]);
}
