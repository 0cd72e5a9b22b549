/**
 * Returns the positions to which moved media return, given the album's current content: before their former successor or, when all successors are gone, after
 * their predecessor. In their former order; null is the end.
 */
export function getUndoPositions(before: readonly string[], now: readonly string[], moved: readonly string[]): Map<string, string | null> {
  const placeOf = new Map(now.map((id, place) => [id, place]));
  const leaving = new Set(moved);
  /** Index of the remaining media before which each moved one goes. */
  const places = new Map<string, number>();
  let next: number | undefined;
  for (const id of before.toReversed()) {
    if (!leaving.has(id)) next = placeOf.get(id) ?? next;
    else if (next !== undefined) places.set(id, next);
  }
  let last = 0;
  for (const id of before) {
    if (!leaving.has(id)) last = (placeOf.get(id) ?? last - 1) + 1;
    else if (!places.has(id)) places.set(id, last);
  }
  const known = before.filter((id) => leaving.has(id));
  return new Map([...new Set([...known, ...moved])].map((id) => [id, now[places.get(id) ?? now.length] ?? null]));
}
