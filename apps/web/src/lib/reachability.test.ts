import { expect, it } from 'vitest';
import { createReachability } from './reachability.ts';

/** Creates a reachability whose pings the test answers one at a time. */
function aServer() {
  const pings: ((answers: boolean) => void)[] = [];
  const server = createReachability({
    ping: () => new Promise((resolve) => pings.push(resolve)),
    wait: () => Promise.resolve(),
  });
  const changes: boolean[] = [];
  server.subscribe(() => changes.push(server.isAway()));
  const flushPromises = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (answers: boolean) => {
    await flushPromises();
    pings.shift()?.(answers);
    await flushPromises();
  };
  return { server, changes, pings, answer };
}

it('reports an unreachable server once and pings it until it is back', async () => {
  const { server, changes, pings, answer } = aServer();
  server.lost();
  server.lost();
  expect(changes).toEqual([true]);
  await answer(false);
  expect(server.isAway()).toBe(true);
  expect(pings).toHaveLength(1);
  await answer(true);
  expect(changes).toEqual([true, false]);
  expect(pings).toHaveLength(0);
});

it('accepts any response as proof that the server is back, and stops pinging', async () => {
  const { server, changes, pings, answer } = aServer();
  server.lost();
  await answer(false);
  server.answered();
  expect(changes).toEqual([true, false]);
  await answer(false);
  expect([server.isAway(), pings.length]).toEqual([false, 0]);
});

it('pings the server before it reports a broken live link', async () => {
  const { server, changes, answer } = aServer();
  server.suspected();
  await answer(true);
  expect(changes).toEqual([]);
  server.suspected();
  await answer(false);
  expect(changes).toEqual([true]);
});
