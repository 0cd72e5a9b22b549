/** Messages of one socket, processed one after the other. An idle queue stores only its limit, because each of thousands of sockets has one. */
export class MessageQueue {
  readonly #limit: number;
  #waiting = 0;
  #previous: Promise<unknown> | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Queues the processing of a message. Returns false, and discards it, when too many wait. Errors are not reported and do not stop later messages. */
  add(work: () => Promise<unknown>): boolean {
    if (this.#waiting >= this.#limit) return false;
    this.#waiting++;
    const processed = (this.#previous ?? Promise.resolve())
      .then(work)
      .catch(() => undefined)
      .finally(() => this.#waiting--);
    this.waitFor(processed);
    return true;
  }

  /** Makes later messages wait for a promise. The queue forgets it once it is settled. */
  waitFor(promise: Promise<unknown>): void {
    const previous = promise
      .catch(() => undefined)
      .finally(() => {
        if (this.#previous === previous) this.#previous = undefined;
      });
    this.#previous = previous;
  }
}
