import { setImmediate } from 'node:timers/promises';

/** End of the last turn that a computation waits for. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** Waits for a turn of the event loop that no other computation of this process uses. */
function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Runs the steps of a computation in separate turns of the event loop. Computations take turns, so that other requests wait for at most one step, however many
 * computations run.
 */
export async function runWithPauses<T>(steps: Generator<void, T, void>): Promise<T> {
  for (;;) {
    await waitForTurn();
    const step = steps.next();
    if (step.done) return step.value;
  }
}
