import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiPerson } from '../../e2e/api.ts';

/** Pause between two requests. */
const PAUSE_MS = 10;

/** Another user who reads the own account again and again during `work`. Returns the duration of each request, in milliseconds. */
export async function measureBystander(bystander: ApiPerson, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const sendRequests = async () => {
    while (!isOver) {
      const start = performance.now();
      await bystander.request('GET', `/users/${bystander.userId}`);
      times.push(performance.now() - start);
      await sleep(PAUSE_MS);
    }
  };
  const sending = sendRequests();
  await work().finally(() => (isOver = true));
  await sending;
  return times;
}
