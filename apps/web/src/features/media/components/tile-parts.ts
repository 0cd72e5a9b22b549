/** Keys that lead from tile to tile. */
export const ARROWS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Which tile, and which part of it, an event was about. */
export function partOf(target: EventTarget): { index?: number; part?: string } {
  if (!(target instanceof Element)) return {};
  const tile = target.closest<HTMLElement>('[data-index]');
  return { index: tile ? Number(tile.dataset.index) : undefined, part: target.closest<HTMLElement>('[data-part]')?.dataset.part };
}
