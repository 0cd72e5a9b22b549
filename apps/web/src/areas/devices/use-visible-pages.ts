import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

export interface VisiblePages {
  first: number;
  last: number;
}

/** A page counts as seen this far before one gets there, in pixels. */
const AHEAD_PX = 400;

/** Which pages of a list of cards the window shows. `list` holds the cards of all of them, `perPage` to each. */
export function useVisiblePages(list: RefObject<HTMLElement | null>, perPage: number): VisiblePages {
  const [seen, setSeen] = useState<VisiblePages>({ first: 0, last: 0 });
  const look = useEffectEvent(() => {
    const cards = list.current?.children;
    if (!cards || cards.length === 0) return;
    const tops = Array.from(
      { length: Math.ceil(cards.length / perPage) },
      (_, page) => cards[page * perPage]?.getBoundingClientRect().top ?? 0,
    );
    const next = findVisiblePages(tops, -AHEAD_PX, innerHeight + AHEAD_PX);
    setSeen((before) => (before.first === next.first && before.last === next.last ? before : next));
  });
  useEffect(() => {
    const onChange = () => look();
    // The page grows with the cards that come.
    const observer = new ResizeObserver(onChange);
    observer.observe(document.body);
    addEventListener('scroll', onChange, { passive: true });
    addEventListener('resize', onChange);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, []);
  return seen;
}

/** The first and the last page that reach into this stretch of the window, by where each begins. */
export function findVisiblePages(tops: readonly number[], from: number, to: number): VisiblePages {
  const begun = tops.findLastIndex((top) => top <= from);
  const first = Math.max(0, begun);
  return {
    first,
    last: Math.max(
      first,
      tops.findLastIndex((top) => top < to),
    ),
  };
}
