/** Position in a repeating sequence of items. */
export interface RingPlace {
  index: number;
  /** Instants at which the item starts and ends, in epoch milliseconds. */
  startedAt: number;
  until: number;
}

/**
 * Returns which item of a sequence is shown at an instant (epoch milliseconds) when it repeats from the epoch on, so that screens with the same items and the same
 * clock agree without messages. Null when there are no items. Durations are positive, in milliseconds.
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
