/** Runs one message after the other. Returns false, and drops the message, when too many wait already. */
export type MessageQueue = (work: () => Promise<unknown>) => boolean;

/** Creates the queue of one socket. Work must report its own errors; a rejection does not stop later messages. */
export function createMessageQueue(limit: number, ready: Promise<unknown> = Promise.resolve()): MessageQueue {
  let waiting = 0;
  let previous = ready.catch(() => undefined);
  return (work) => {
    if (waiting >= limit) return false;
    waiting++;
    previous = previous
      .then(work)
      .catch(() => undefined)
      .finally(() => waiting--);
    return true;
  };
}
