/** A timer that can be paused and resumed. */
export class Countdown {
  #done: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #leftMs: number | null = null;

  constructor(done: () => void) {
    this.#done = done;
  }

  start(durationMs: number, paused = false): void {
    this.stop();
    this.#leftMs = durationMs;
    if (!paused) this.resume();
  }

  pause(): void {
    if (this.#timer === undefined || this.#leftMs === null) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt));
  }

  resume(): void {
    if (this.#timer !== undefined || this.#leftMs === null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#leftMs = null;
      this.#done();
    }, this.#leftMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = null;
  }
}
