import { type RefObject, useEffect, useRef, useState } from 'react';

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
