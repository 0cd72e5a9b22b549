import { LIMITS } from '@vitrine/contract/limits';

/** One call that orders media of an album: these, in this order, before that one; null is the end. */
export interface Placing {
  ids: string[];
  beforeId: string | null;
}

/** Media that stayed are written along with those between which they lie, up to so many, to save calls. */
const SPAN_MAX = 1000;

/**
 * What puts media that came back to the end of an album where they were: before the one they stood before, or, when all
 * of those are gone, behind the one they followed. The calls are for one after the other.
 */
export function planPutBack(before: readonly string[], now: readonly string[], moved: ReadonlySet<string>): Placing[] {
  const order = orderWanted(before, now, moved);
  const spans: { from: number; to: number }[] = [];
  // From the end, so that what a span goes before stands right already.
  for (let at = order.length - 1; at >= 0; at--) {
    if (!moved.has(order[at] ?? '')) continue;
    const span = spans.at(-1);
    if (span && span.to - at < (at === span.from - 1 ? LIMITS.mediaPerCall : SPAN_MAX)) span.from = at;
    else spans.push({ from: at, to: at });
  }
  return spans.map(({ from, to }) => ({ ids: order.slice(from, to + 1), beforeId: order[to + 1] ?? null }));
}

function orderWanted(before: readonly string[], now: readonly string[], moved: ReadonlySet<string>): string[] {
  const stayed = now.filter((id) => !moved.has(id));
  const present = new Set(now);
  const placeOf = new Map(stayed.map((id, place) => [id, place]));
  /** Before which place of those that stayed each of the moved goes. */
  const places = new Map<string, number>();
  let place: number | undefined;
  for (const id of before.toReversed()) {
    if (moved.has(id)) {
      if (place !== undefined) places.set(id, place);
    } else place = placeOf.get(id) ?? place;
  }
  let last = 0;
  for (const id of before) {
    if (!moved.has(id)) last = (placeOf.get(id) ?? last - 1) + 1;
    else if (!places.has(id)) places.set(id, last);
  }
  const back = before.filter((id) => moved.has(id) && present.has(id));
  const known = new Set(back);
  const groups = Map.groupBy(back, (id) => places.get(id) ?? stayed.length);
  const rest = now.filter((id) => moved.has(id) && !known.has(id));
  return [...stayed.flatMap((id, at) => [...(groups.get(at) ?? []), id]), ...(groups.get(stayed.length) ?? []), ...rest];
}
