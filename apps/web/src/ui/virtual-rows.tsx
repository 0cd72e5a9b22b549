import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { getRowWindow, type RowWindow } from './row-window.ts';
import styles from './virtual-rows.module.css';

interface VirtualRowsProps {
  label: string;
  count: number;
  /** Of a row that was never drawn, in pixels. */
  estimate: number;
  /** Which rows are drawn, half-open. */
  onShow: (from: number, to: number) => void;
  children: (index: number) => ReactNode;
}

const sameWindow = (one: RowWindow, other: RowWindow) =>
  one.from === other.from && one.to === other.to && one.before === other.before && one.after === other.after;

/** A list in a box of its own that scrolls: thousands of rows of any height, of which only those in sight are drawn. */
export function VirtualRows({ label, count, estimate, onShow, children }: VirtualRowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const heights = useRef(new Map<number, number>());
  // As the last scroll or resize left it: drawing rows moves what is seen, and drawing must not follow that within one turn.
  const seen = useRef({ width: 0, top: 0, height: 0 });
  const [drawn, setDrawn] = useState<RowWindow>(() => getRowWindow({ count, estimate, heights: new Map(), top: 0, height: 0 }));
  const draw = useEffectEvent(() => {
    for (const row of box.current?.children ?? [])
      heights.current.set(Number(row.getAttribute('aria-posinset')) - 1, (row as HTMLElement).offsetHeight);
    const { top, height } = seen.current;
    const next = getRowWindow({ count, estimate, heights: heights.current, top, height });
    setDrawn((before) => (sameWindow(before, next) ? before : next));
  });
  const look = useEffectEvent(() => {
    if (!box.current) return;
    const { clientWidth: width, scrollTop: top, clientHeight: height } = box.current;
    // In another width words wrap elsewhere, and no height is true any more.
    if (width !== seen.current.width) heights.current.clear();
    seen.current = { width, top, height };
    draw();
  });
  useLayoutEffect(() => draw());
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onChange = () => look();
    const observer = new ResizeObserver(onChange);
    observer.observe(element);
    element.addEventListener('scroll', onChange, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onChange);
    };
  }, []);
  const { from, to } = drawn;
  useEffect(() => onShow(from, to), [onShow, from, to]);
  return (
    <ul
      ref={box}
      className={styles.rows}
      aria-label={label}
      style={{ '--before': `${drawn.before}px`, '--after': `${drawn.after}px` } as React.CSSProperties}
    >
      {Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, offset) => {
        const index = from + offset;
        return (
          // By place, so that the row of a page that arrives is filled and not made anew.
          <li key={index} aria-posinset={index + 1} aria-setsize={count} data-last={index === count - 1 ? '' : undefined}>
            {children(index)}
          </li>
        );
      })}
    </ul>
  );
}
