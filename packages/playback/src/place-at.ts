/** Position in a repeating sequence of items. */
export interface RingPlace {
  index: number;
  /** Instants at which the item starts and ends, in epoch milliseconds. */
  startedAt: number;
  until: number;
}

/**
 * Returns the item that is shown at an instant (epoch milliseconds) of a sequence that repeats from the epoch on, so that screens with the same items and the same
 * clock agree without messages. Returns null without items. Durations are positive, in milliseconds.
 */
export function placeAt(items: readonly { readonly durationMs: number }[], now: number): RingPlace | null {
  const cycleMs = items.reduce((sum, { durationMs }) => sum + durationMs, 0);
  let startedAt = Math.floor(now / cycleMs) * cycleMs;
  for (const [index, { durationMs }] of items.entries()) {
    const until = startedAt + durationMs;
    if (now < until) return { index, startedAt, until };
    startedAt = until;
  }
  return null;
}
