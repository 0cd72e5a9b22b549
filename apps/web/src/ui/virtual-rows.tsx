import { type CSSProperties, type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from './virtual-rows.module.css';

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Height of a row that was never drawn, in pixels. */
  estimate: number;
  /** Receives which rows are drawn, half-open. */
  onShow: (from: number, to: number) => void;
  children: (index: number) => ReactNode;
}

/** A scrollable list of thousands of rows of any height, of which only visible ones are rendered. */
export function VirtualRows({ label, count, estimate, onShow, children }: VirtualRowsProps) {
  const body = useRef<HTMLUListElement>(null);
  const { from, to, before, after } = useRowWindow({ body, count, height: estimate, isScroller: true });
  useEffect(() => onShow(from, to), [onShow, from, to]);
  return (
    <ul
      ref={body}
      className={styles.rows}
      aria-label={label}
      style={{ '--before': `${before}px`, '--after': `${after}px` } as CSSProperties}
    >
      {Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, offset) => {
        const index = from + offset;
        return (
          // Keyed by index, so that the rows of an arriving page are updated and not created again.
          <li
            key={index}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={count}
            data-last={index === count - 1 ? '' : undefined}
          >
            {children(index)}
          </li>
        );
      })}
    </ul>
  );
}

interface RowWindow {
  /** The rows that are drawn, half-open. */
  from: number;
  to: number;
  /** Room for those that are not, in pixels. */
  before: number;
  after: number;
}

interface Rows {
  /** Contains the rows, each with `data-index`. */
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row that was never drawn, in pixels. */
  height: number;
  /** All rows have the same height. */
  isEven?: boolean;
  /** True when the body is the scroll container; otherwise the page scrolls. */
  isScroller?: boolean;
}

interface ScrollPosition {
  top: number;
  height: number;
}

/** Drawn beyond what is seen, so that Tab and the arrows find the next row. */
const AHEAD_PX = 400;

/** Returns which rows of a long list are drawn, and how much room the others take. */
export function useRowWindow({ body, count, height: estimate, isEven = false, isScroller = false }: Rows): RowWindow {
  const heights = useRef(new Map<number, number>());
  const seen = useRef({ width: 0, top: 0, height: 0 });
  const [drawn, setDrawn] = useState(() => getEvenRowWindow(count, estimate, { top: 0, height: isScroller ? 0 : globalThis.innerHeight }));
  const draw = useEffectEvent((element: HTMLElement) => {
    if (!isEven) storeHeights(element, heights.current);
    const next = isEven
      ? getEvenRowWindow(count, getFirstRowHeight(element) || estimate, seen.current)
      : getRowWindow({ count, estimate, heights: heights.current, ...seen.current });
    setDrawn((before) => (isSameWindow(before, next) ? before : next));
  });
  const look = useEffectEvent(() => {
    if (!body.current) return;
    const next = isScroller ? getScrollOf(body.current) : getPageScroll(body.current);
    // Text wraps differently in another width, so stored heights are no longer right.
    if (next.width !== seen.current.width) heights.current.clear();
    seen.current = next;
    draw(body.current);
  });
  // Drawing rows moves a body that is the scroll container. It must not follow its own scrolling within one turn.
  const redraw = useEffectEvent(() => (isScroller ? body.current && draw(body.current) : look()));
  useLayoutEffect(() => {
    redraw();
  });
  useEffect(() => {
    const onChange = () => look();
    const box = isScroller ? body.current : null;
    const observer = box && new ResizeObserver(onChange);
    if (box) observer?.observe(box);
    const scroller: HTMLElement | typeof globalThis = box ?? globalThis;
    scroller.addEventListener('scroll', onChange, { passive: true });
    if (!box) addEventListener('resize', onChange);
    return () => {
      observer?.disconnect();
      scroller.removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, [body, isScroller]);
  return drawn;
}

const getScrollOf = ({ clientWidth: width, scrollTop: top, clientHeight: height }: HTMLElement) => ({ width, top, height });

function getPageScroll(body: HTMLElement) {
  const { top, width } = body.getBoundingClientRect();
  return { width, top: -top, height: innerHeight };
}

const getFirstRowHeight = (body: HTMLElement) => body.querySelector('[data-index]')?.getBoundingClientRect().height;

function storeHeights(body: HTMLElement, heights: Map<number, number>): void {
  for (const row of body.querySelectorAll<HTMLElement>('[data-index]')) heights.set(Number(row.dataset['index']), row.offsetHeight);
}

const isSameWindow = (one: RowWindow, other: RowWindow) =>
  one.from === other.from && one.to === other.to && one.before === other.before && one.after === other.after;

interface MeasuredRows extends ScrollPosition {
  count: number;
  /** Height of a row that was never drawn, in pixels. */
  estimate: number;
  heights: ReadonlyMap<number, number>;
}

/** Returns the rows to draw, by the heights that they had when they were last drawn. */
export function getRowWindow({ count, estimate, heights, top, height }: MeasuredRows): RowWindow {
  const heightOf = (index: number) => heights.get(index) ?? estimate;
  let from = 0;
  let before = 0;
  while (from < count && before + heightOf(from) < top - AHEAD_PX) before += heightOf(from++);
  // Scrolled beyond the end of a list that has become shorter.
  if (from === count && count > 0) before -= heightOf(--from);
  let to = from;
  let end = before;
  while (to < count && end < top + height + AHEAD_PX) end += heightOf(to++);
  let after = 0;
  for (let index = to; index < count; index++) after += heightOf(index);
  return { from, to, before, after };
}

/** Returns the same for rows of one height, computed without a loop. */
export function getEvenRowWindow(count: number, rowHeight: number, { top, height }: ScrollPosition): RowWindow {
  const from = Math.min(Math.max(0, Math.floor((top - AHEAD_PX) / rowHeight)), Math.max(0, count - 1));
  const to = Math.min(count, Math.max(from, Math.ceil((top + height + AHEAD_PX) / rowHeight)));
  return { from, to, before: from * rowHeight, after: (count - to) * rowHeight };
}
