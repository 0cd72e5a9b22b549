/** Delay before the first retry. Doubles with each failure up to `MAX_RETRY_MS`. */
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 600_000;

interface Failure {
  times: number;
  until: number;
}

/** Tracks the items of a player that could not be shown and when each may be retried. */
export class Failures {
  #failures = new Map<string, Failure>();
  /** Time at which an item's bytes were repaired. Earlier attempts used the damaged bytes. */
  #repairedAt = new Map<string, number>();

  /** Records a failed attempt. Returns false when the item was repaired after the attempt began. */
  add(itemId: string, startedAt: number): boolean {
    if ((this.#repairedAt.get(itemId) ?? -Infinity) >= startedAt) return false;
    const times = (this.#failures.get(itemId)?.times ?? 0) + 1;
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), MAX_RETRY_MS);
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

  /** Returns true when the last attempt failed. */
  hasFailed(itemId: string): boolean {
    return this.#failures.has(itemId);
  }

  mayShow(itemId: string): boolean {
    return (this.#failures.get(itemId)?.until ?? 0) <= performance.now();
  }

  /** Returns the time until the next item may be tried again, in milliseconds; Infinity without failures. */
  nextRetryMs(): number {
    return Math.min(...[...this.#failures.values()].map(({ until }) => until)) - performance.now();
  }
}
