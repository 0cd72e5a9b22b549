import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useRowWindow } from './use-row-window.ts';
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
