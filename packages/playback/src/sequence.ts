/** Order of play of the items of one publish. The playlist is a ring: the first item follows the last one. */

export interface HasId {
  id: string;
}

/** Returns true when an item may be shown now; false after it has just failed. */
export type ItemFilter<T> = (item: T) => boolean;

const allowAll = () => true;

/**
 * Returns the item after `currentId` in the ring, or before it with `step` -1; without a current item, the first one. The current item comes last, so a ring
 * of one returns it again. Null when no item is allowed.
 */
export function getNextItem<T extends HasId>(
  items: readonly T[],
  currentId: string | null,
  step: 1 | -1 = 1,
  allowed: ItemFilter<T> = allowAll,
): T | null {
  const at = items.findIndex((item) => item.id === currentId);
  const start = at < 0 && step < 0 ? 0 : at;
  for (let distance = 1; distance <= items.length; distance += 1) {
    const index = (start + step * distance + items.length * 2) % items.length;
    const item = items[index];
    if (item && allowed(item)) return item;
  }
  return null;
}

/**
 * Returns the id in `after` whose successor plays next when the list changes while `currentId` is shown. When the current item was removed, it is the nearest
 * remaining item before it, so that no item is repeated or skipped. Null means to start with the first item.
 */
export function findResumeAnchor(before: readonly HasId[], after: readonly HasId[], currentId: string | null): string | null {
  if (currentId === null) return null;
  const kept = new Set(after.map((item) => item.id));
  if (kept.has(currentId)) return currentId;
  const at = before.findIndex((item) => item.id === currentId);
  for (let index = at - 1; index >= 0; index -= 1) {
    const id = before[index]?.id;
    if (id !== undefined && kept.has(id)) return id;
  }
  return null;
}
