import { expect, it } from 'vitest';
import { requestStepUp, stepUpRequests } from './step-up.ts';

it('answers all operations that wait for the same code', async () => {
  const unsubscribe = stepUpRequests.subscribe(() => undefined);
  const waiting = [requestStepUp(), requestStepUp()];
  expect(stepUpRequests.isWaiting()).toBe(true);
  stepUpRequests.answer(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(stepUpRequests.isWaiting()).toBe(false);
  unsubscribe();
});

it('is refused where no page asks, and when the page goes away', async () => {
  expect(await requestStepUp()).toBe(false);
  const unsubscribe = stepUpRequests.subscribe(() => undefined);
  const waiting = requestStepUp();
  unsubscribe();
  expect(await waiting).toBe(false);
});
