import type { DrawContext } from './node.ts';

/** How long one page of a long table is shown. */
const PAGE_MS = 10_000;

export interface CurrentPage {
  /** From 0. */
  index: number;
  count: number;
  /** Instant at which the next page is shown; null when there is only one. */
  until: number | null;
}

/** Returns which page is shown now: they take turns, the first one when the widget appears. */
export function findCurrentPage(count: number, { now, shownAt }: DrawContext): CurrentPage {
  if (count <= 1) return { index: 0, count, until: null };
  // A clock that was set back would otherwise give a negative turn.
  const turn = Math.max(0, Math.floor((now - shownAt) / PAGE_MS));
  return { index: turn % count, count, until: shownAt + (turn + 1) * PAGE_MS };
}

/** Splits items into pages of at most `capacity`, each with at least one item. `measure` returns how much of the capacity an item takes. */
export function paginate<T>(items: readonly T[], capacity: number, measure: (item: T) => number): T[][] {
  const pages: T[][] = [];
  let room = 0;
  for (const item of items) {
    const taken = measure(item);
    const page = pages[pages.length - 1];
    if (page && taken <= room) page.push(item);
    else {
      pages.push([item]);
      room = capacity;
    }
    room -= taken;
  }
  return pages;
}
