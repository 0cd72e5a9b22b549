/**
 * Where media that left an album stood, by what is in it `now`: before the one that they stood before, or, when all of those
 * are gone, behind the one that they followed. In the order they had; null is the end.
 */
export function getUndoPositions(before: readonly string[], now: readonly string[], moved: readonly string[]): Map<string, string | null> {
  const placeOf = new Map(now.map((id, place) => [id, place]));
  const leaving = new Set(moved);
  /** Before which place of those that are there each of the moved goes. */
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
