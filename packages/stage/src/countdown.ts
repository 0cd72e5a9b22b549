/** A timer that can be paused and resumed. */
export class Countdown {
  #onFinished: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #remainingMs: number | null = null;

  constructor(onFinished: () => void) {
    this.#onFinished = onFinished;
  }

  start(durationMs: number, paused = false): void {
    this.stop();
    this.#remainingMs = durationMs;
    if (!paused) this.resume();
  }

  pause(): void {
    if (this.#timer === undefined || this.#remainingMs === null) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs = Math.max(0, this.#remainingMs - (performance.now() - this.#startedAt));
  }

  resume(): void {
    if (this.#timer !== undefined || this.#remainingMs === null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#remainingMs = null;
      this.#onFinished();
    }, this.#remainingMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs = null;
  }
}
