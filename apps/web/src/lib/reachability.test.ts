import { expect, it } from 'vitest';
import { createReachability } from './reachability.ts';

/** A server whose answers a test gives one at a time. */
function aServer() {
  const asked: ((answers: boolean) => void)[] = [];
  const server = createReachability({
    ask: () => new Promise((resolve) => asked.push(resolve)),
    wait: () => Promise.resolve(),
  });
  const heard: boolean[] = [];
  server.subscribe(() => heard.push(server.isAway()));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (answers: boolean) => {
    await settle();
    asked.shift()?.(answers);
    await settle();
  };
  return { server, heard, asked, answer };
}

it('says at once that the server is away, once, and asks until it is back', async () => {
  const { server, heard, asked, answer } = aServer();
  server.lost();
  server.lost();
  expect(heard).toEqual([true]);
  await answer(false);
  expect(server.isAway()).toBe(true);
  expect(asked).toHaveLength(1);
  await answer(true);
  expect(heard).toEqual([true, false]);
  expect(asked).toHaveLength(0);
});

it('believes any answer of the server, and asks no more', async () => {
  const { server, heard, asked, answer } = aServer();
  server.lost();
  await answer(false);
  server.answered();
  expect(heard).toEqual([true, false]);
  await answer(false);
  expect([server.isAway(), asked.length]).toEqual([false, 0]);
});

it('asks before it believes a broken live link', async () => {
  const { server, heard, answer } = aServer();
  server.suspected();
  await answer(true);
  expect(heard).toEqual([]);
  server.suspected();
  await answer(false);
  expect(heard).toEqual([true]);
});
