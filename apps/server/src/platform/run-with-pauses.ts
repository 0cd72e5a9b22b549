import { setImmediate, setTimeout } from 'node:timers/promises';

/** Shorter steps need no rest. */
const MIN_REST_MS = 1;

/** End of the last turn or rest that a computation waits for. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop that no other computation of this process uses. */
function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Runs the steps of a computation in separate turns of the event loop, and rests after each for as long as it took. Computations take turns, so that they
 * occupy half of the process together. Without the rests, a request that needs twenty turns would wait for twenty steps.
 */
export async function runWithPauses<T>(steps: Generator<void, T, void>): Promise<T> {
  for (;;) {
    await waitForTurn();
    const startedAt = performance.now();
    const step = steps.next();
    const tookMs = performance.now() - startedAt;
    if (tookMs >= MIN_REST_MS) lastTurn = lastTurn.then(() => setTimeout(tookMs));
    if (step.done) return step.value;
  }
}
