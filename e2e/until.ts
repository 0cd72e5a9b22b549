import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `condition` until it returns true. Throws an error that contains `description` after `timeoutMs`. */
export async function until(description: string, condition: () => Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timeout: ${description}`);
    await sleep(200);
  }
}
