export type Turnstile = (work: () => void) => void;

/** Per turn of the event loop: other requests wait about as long. */
const STEP_MS = 5;

/**
 * Lets a crowd in a few at a time. Whatever comes is done in order, for some milliseconds per turn of the event loop: without
 * that, a thousand screens that knock within one turn would all be served before the next request of a person is read.
 */
export function createTurnstile(stepMs = STEP_MS): Turnstile {
  const waiting = new Set<() => void>();
  const turn = () => {
    const end = performance.now() + stepMs;
    for (const work of waiting) {
      waiting.delete(work);
      work();
      if (performance.now() >= end) break;
    }
    if (waiting.size > 0) setImmediate(turn);
  };
  return (work) => {
    if (waiting.size === 0) setImmediate(turn);
    waiting.add(work);
  };
}
