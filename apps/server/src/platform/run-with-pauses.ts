import { setImmediate } from 'node:timers/promises';

/** Runs the steps of a computation in separate turns of the event loop, so that other requests do not wait for all of them. */
export async function runWithPauses<T>(steps: Generator<void, T, void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
