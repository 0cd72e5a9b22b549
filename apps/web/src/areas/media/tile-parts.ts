/** Keys that lead from tile to tile. */
export const ARROW_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Which tile, and which part of it, an event was about. */
export function getTileTarget(target: EventTarget): { index?: number; part?: string } {
  if (!(target instanceof Element)) return {};
  const tile = target.closest<HTMLElement>('[data-index]');
  return { index: tile ? Number(tile.dataset.index) : undefined, part: target.closest<HTMLElement>('[data-part]')?.dataset.part };
}
