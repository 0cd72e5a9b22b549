import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { formatMonth } from '../../media/capture-labels.ts';
import { findSectionAt, type TimelineLayout } from '../timeline-layout.ts';
import styles from './timeline.module.css';

/** Height of the page header, which covers the top of the window. */
const HEADER_PX = 72;
/** Minimum distance between year labels, as a share of the rail's length. */
const MIN_LABEL_GAP = 0.045;

interface TimelineScrubberProps {
  layout: TimelineLayout;
  element: RefObject<HTMLElement | null>;
}

/** Rail at the right edge that shows the current month and scrolls to any month by pointer, touch or keyboard. */
export function TimelineScrubber({ layout, element }: TimelineScrubberProps) {
  const y = useScrollOffset(element);
  const [isDragged, setIsDragged] = useState(false);
  const { sections, tops, height } = layout;
  const last = sections.length - 1;
  const current = Math.min(last, findSectionAt(layout, y + 1));
  const label = formatMonth(sections[current]?.month ?? '1970-01');
  const scrollTo = (to: number) => {
    const top = element.current?.getBoundingClientRect().top ?? 0;
    window.scrollBy(0, top + to - HEADER_PX);
  };
  const toMonth = (next: number) => scrollTo(tops[Math.min(last, Math.max(0, next))] ?? 0);

  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { top, height: length } = event.currentTarget.getBoundingClientRect();
    scrollTo(Math.min(1, Math.max(0, (event.clientY - top) / length)) * height);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = getMonthForKey(layout, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    toMonth(next);
  };
  const share = height === 0 ? 0 : Math.min(1, Math.max(0, y / height));
  return (
    <div
      className={styles.rail}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input cannot announce months, and its thumb cannot follow the page.
      role="slider"
      tabIndex={0}
      aria-label="Month"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, current)}
      aria-valuetext={label}
      data-dragged={isDragged}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsDragged(true);
        onPointer(event);
      }}
      onPointerMove={(event) => isDragged && onPointer(event)}
      onPointerUp={() => setIsDragged(false)}
      onPointerCancel={() => setIsDragged(false)}
    >
      {getYearMarks(layout).map(({ year, share: at }) => (
        <span key={year} className={styles.year} style={{ top: `${at * 100}%` }} aria-hidden="true">
          {year}
        </span>
      ))}
      <span className={styles.thumb} style={{ top: `${share * 100}%` }} aria-hidden="true">
        <span className={styles.label}>{label}</span>
      </span>
    </div>
  );
}

/** Returns the scroll offset within the element, below the page header. */
function useScrollOffset(element: RefObject<HTMLElement | null>): number {
  const [y, setY] = useState(0);
  useEffect(() => {
    const measure = () => setY(Math.max(0, HEADER_PX - (element.current?.getBoundingClientRect().top ?? HEADER_PX)));
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return y;
}

/** Returns the section to scroll to. Down leads to older months; Page Up and Page Down change the year. */
function getMonthForKey({ sections }: TimelineLayout, place: number, key: string): number | undefined {
  const year = sections[place]?.month.slice(0, 4) ?? '';
  if (key === 'ArrowDown' || key === 'ArrowRight') return place + 1;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return place - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return sections.length - 1;
  if (key === 'PageDown') {
    const older = sections.findIndex(({ month }) => month.slice(0, 4) < year);
    return older < 0 ? sections.length - 1 : older;
  }
  if (key !== 'PageUp') return undefined;
  const newer = sections[sections.findLastIndex(({ month }) => month.slice(0, 4) > year)]?.month.slice(0, 4);
  return newer === undefined ? 0 : sections.findIndex(({ month }) => month.startsWith(newer));
}

/** Returns the positions of years on the scrubber that have space for their labels. */
function getYearMarks({ sections, tops, height }: TimelineLayout): { year: string; share: number }[] {
  const years: { year: string; share: number }[] = [];
  for (const [place, { month }] of sections.entries()) {
    const year = month.slice(0, 4);
    const share = (tops[place] ?? 0) / Math.max(1, height);
    const before = years.at(-1);
    if (!before || (before.year !== year && share - before.share >= MIN_LABEL_GAP)) years.push({ year, share });
  }
  return years;
}
