/** A failed item is tried again after the first, then after twice as long each time, up to the second. */
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 600_000;

interface Failure {
  times: number;
  until: number;
}

/** The items of a player that could not be shown, and when each is tried again. */
export class Failures {
  #failures = new Map<string, Failure>();
  /** When the bytes of an item were repaired. An attempt that began before used the damaged ones. */
  #repairedAt = new Map<string, number>();

  /** Records a failed attempt. Returns false when the item was repaired after the attempt began. */
  add(itemId: string, begunAt: number): boolean {
    if ((this.#repairedAt.get(itemId) ?? -Infinity) >= begunAt) return false;
    const times = (this.#failures.get(itemId)?.times ?? 0) + 1;
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LAST_RETRY_MS);
    this.#failures.set(itemId, { times, until: performance.now() + retryMs });
    return true;
  }

  forget(itemId: string): void {
    this.#failures.delete(itemId);
  }

  repaired(itemId: string): void {
    this.#failures.delete(itemId);
    this.#repairedAt.set(itemId, performance.now());
  }

  keepOnly(items: readonly { id: string }[]): void {
    const ids = new Set(items.map(({ id }) => id));
    for (const known of [this.#failures, this.#repairedAt]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  }

  mayShow(itemId: string): boolean {
    return (this.#failures.get(itemId)?.until ?? 0) <= performance.now();
  }

  /** Returns the time until the next item may be tried again, in milliseconds; Infinity without failures. */
  nextRetryMs(): number {
    return Math.min(...[...this.#failures.values()].map(({ until }) => until)) - performance.now();
  }
}
