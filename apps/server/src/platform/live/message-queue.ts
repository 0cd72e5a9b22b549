/** Messages of one socket, processed one after the other. An idle queue stores only its limit, because there is one for each of thousands of sockets. */
export class MessageQueue {
  readonly #limit: number;
  #waiting = 0;
  #previous: Promise<unknown> | undefined;

  /** Nothing is processed before `ready` is settled. */
  constructor(limit: number, ready?: Promise<unknown>) {
    this.#limit = limit;
    if (ready) this.#append(ready);
  }

  /** Returns false, and drops the message, when too many wait already. Work must report its own errors; a rejection does not stop later messages. */
  add(work: () => Promise<unknown>): boolean {
    if (this.#waiting >= this.#limit) return false;
    this.#waiting++;
    const processed = (this.#previous ?? Promise.resolve())
      .then(work)
      .catch(() => undefined)
      .finally(() => this.#waiting--);
    this.#append(processed);
    return true;
  }

  /** Makes later messages wait for a promise. The queue forgets it once it is settled. */
  #append(promise: Promise<unknown>): void {
    const previous = promise
      .catch(() => undefined)
      .finally(() => {
        if (this.#previous === previous) this.#previous = undefined;
      });
    this.#previous = previous;
  }
}
