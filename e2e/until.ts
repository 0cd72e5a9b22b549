import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `condition` until it returns true. Throws an error that contains `what` after `limitMs`. */
export async function until(what: string, condition: () => Promise<boolean>, limitMs = 90_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Did not come: ${what}`);
    await sleep(200);
  }
}
