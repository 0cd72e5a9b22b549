import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { getRowWindow, type RowWindow } from './row-window.ts';

interface WindowRows {
  /** Holds the rows, each with `data-index`; its top is where the first one begins. */
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Of a row that was never drawn, in pixels. */
  height: number;
  /** All rows are of one height, so that one of them tells it. */
  isEven: boolean;
}

/** Drawn beyond what is seen, so that Tab and the arrows find the next row. */
const AHEAD_PX = 400;

/** Which rows of a list that scrolls with the page are drawn, and how much room the others take. */
export function useWindowRows({ body, count, height, isEven }: WindowRows): RowWindow {
  const heights = useRef(new Map<number, number>());
  const width = useRef(0);
  const [drawn, setDrawn] = useState<RowWindow>(() => getEvenRowWindow(count, height, 0, globalThis.innerHeight));
  const look = useEffectEvent(() => {
    const element = body.current;
    if (!element) return;
    const { top, width: wide } = element.getBoundingClientRect();
    // In another width words wrap elsewhere, and no height is true any more.
    if (wide !== width.current) heights.current.clear();
    width.current = wide;
    if (!isEven) storeHeights(element, heights.current);
    const scrolled = { count, estimate: height, heights: heights.current, top: -top, height: innerHeight };
    const next = isEven ? getEvenRowWindow(count, heightOfOne(element) || height, -top, innerHeight) : getRowWindow(scrolled);
    setDrawn((before) => (isSame(before, next) ? before : next));
  });
  useLayoutEffect(() => look());
  useEffect(() => {
    const onChange = () => look();
    addEventListener('scroll', onChange, { passive: true });
    addEventListener('resize', onChange);
    return () => {
      removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, []);
  return drawn;
}

const heightOfOne = (body: HTMLElement) => body.querySelector('[data-index]')?.getBoundingClientRect().height;

function storeHeights(body: HTMLElement, heights: Map<number, number>): void {
  for (const row of body.querySelectorAll<HTMLElement>('[data-index]')) heights.set(Number(row.dataset['index']), row.offsetHeight);
}

const isSame = (one: RowWindow, other: RowWindow) =>
  one.from === other.from && one.to === other.to && one.before === other.before && one.after === other.after;

/** The same as `rowWindow`, reckoned and not walked. */
export function getEvenRowWindow(count: number, height: number, top: number, seen: number): RowWindow {
  const from = Math.min(Math.max(0, Math.floor((top - AHEAD_PX) / height)), Math.max(0, count - 1));
  const to = Math.min(count, Math.max(from, Math.ceil((top + seen + AHEAD_PX) / height)));
  return { from, to, before: from * height, after: (count - to) * height };
}
