export interface RowWindow {
  /** The rows that are drawn, half-open. */
  from: number;
  to: number;
  /** Room for those that are not, in pixels. */
  before: number;
  after: number;
}

interface Scrolled {
  count: number;
  /** Of a row that was never drawn, in pixels. */
  estimate: number;
  heights: ReadonlyMap<number, number>;
  top: number;
  height: number;
}

/** Drawn ahead of what is seen, so that Tab finds the next row. */
const AHEAD_PX = 400;

/** Which rows of a long list are worth drawing, by the heights they had when they were last drawn. */
export function getRowWindow({ count, estimate, heights, top, height }: Scrolled): RowWindow {
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
