import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Scrolling redraws the list once per this many pixels. */
const STEP = 300;

interface Viewport {
  width: number;
  /** Top and bottom of the window, from the element's own top. */
  top: number;
  bottom: number;
}

/** The element's width, and which part of it is on screen. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, top: 0, bottom: 2000 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const box = target.getBoundingClientRect();
      const top = Math.floor(-box.top / STEP) * STEP;
      const next = { width: box.width, top, bottom: top + STEP + Math.ceil(window.innerHeight / STEP) * STEP };
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

/** Keys that lead from tile to tile. */
export const ARROW_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Which tile, and which part of it, an event was about. */
export function getTileTarget(target: EventTarget): { index?: number; part?: string } {
  if (!(target instanceof Element)) return {};
  const tile = target.closest<HTMLElement>('[data-index]');
  return { index: tile ? Number(tile.dataset.index) : undefined, part: target.closest<HTMLElement>('[data-part]')?.dataset.part };
}

/** A tile so far outside the window, in pixels, has no element. */
const DRAWN_PX = 500;

interface Tiles {
  count: number;
  boxAt: (index: number) => { y: number; height: number };
}

/** One tile of a grid is the Tab stop, and arrows move it; it is brought on screen before it gets the focus. */
export function useFocusedTile(element: RefObject<HTMLElement | null>, { count, boxAt }: Tiles) {
  const [current, setIndex] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const tile = element.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] [data-part=open]`);
    if (!tile) return;
    wanted.current = null;
    tile.focus({ preventScroll: true });
    tile.scrollIntoView({ block: 'nearest' });
  });
  const setCurrent = (index: number, options?: { isFocused: boolean }) => {
    setIndex(index);
    if (options?.isFocused) return;
    wanted.current = index;
    const grid = element.current;
    if (!grid) return;
    const { y, height } = boxAt(index);
    const top = grid.getBoundingClientRect().top + y;
    // Far away it has no element yet: scroll there, and it gets the focus once it is drawn.
    if (top + height < -DRAWN_PX || top > window.innerHeight + DRAWN_PX) window.scrollBy(0, top - window.innerHeight / 3);
  };
  return [Math.min(current, Math.max(0, count - 1)), setCurrent] as const;
}

/** So long after the last step of a scroll it is at rest: longer than the turns of a wheel are apart. */
const REST_MS = 120;

/**
 * Sets `data-scrolling` while the window scrolls, without React. Hover styles would otherwise be applied to and removed from every tile that passes under the
 * pointer, with a repaint each time.
 */
export function useScrollingAttribute(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      timer = undefined;
      delete target.dataset.scrolling;
    };
    const mark = () => {
      if (timer === undefined) target.dataset.scrolling = '';
      else clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    window.addEventListener('scroll', mark, { passive: true });
    return () => {
      window.removeEventListener('scroll', mark);
      clearTimeout(timer);
    };
  }, [element]);
}
