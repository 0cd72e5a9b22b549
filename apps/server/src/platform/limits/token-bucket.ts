export interface Allowance {
  /** Amount that may be taken at once after a pause. */
  burst: number;
  /** Amount that is added each second, up to the burst. */
  perSecond: number;
}

/** Limits a steady rate and allows short bursts. Costs two numbers for each limited client. */
export class TokenBucket {
  readonly #allowance: Allowance;
  #tokens: number;
  #filledAt: number;

  /** `now` is in milliseconds of a clock that only runs forward. */
  constructor(allowance: Allowance, now = performance.now()) {
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#filledAt = now;
  }

  /** Takes this amount and returns true, or returns false and takes nothing when less is left. */
  take(amount = 1, now = performance.now()): boolean {
    const { burst, perSecond } = this.#allowance;
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#tokens = Math.min(burst, this.#tokens + (elapsedMs * perSecond) / 1000);
    this.#filledAt = now;
    if (this.#tokens < amount) return false;
    this.#tokens -= amount;
    return true;
  }
}
