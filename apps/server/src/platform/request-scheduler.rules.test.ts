import { expect, it } from 'vitest';
import { createRequestScheduler } from './request-scheduler.ts';

/** An event loop whose turns the test runs, and whose clock advances by the cost of each start. */
function setUp({ costMs = 0 } = {}) {
  let nowMs = 0;
  let callbacks: (() => void)[] = [];
  const started: string[] = [];
  const scheduler = createRequestScheduler({ setImmediate: (callback) => callbacks.push(callback), now: () => nowMs });
  const send = (key: string, count: number, isRecognized = true) => {
    for (let sent = 0; sent < count; sent++)
      scheduler.schedule({ key, isRecognized }, () => {
        nowMs += costMs;
        started.push(key);
      });
  };
  /** Runs one turn and returns whose requests started in it. */
  const runTurn = (): string[] => {
    const before = started.length;
    const due = callbacks;
    callbacks = [];
    for (const callback of due) callback();
    return started.slice(before);
  };
  const runAll = (): string[] => {
    const before = started.length;
    while (callbacks.length > 0) runTurn();
    return started.slice(before);
  };
  return { send, runTurn, runAll, started, advance: (ms: number) => void (nowMs += ms), countCallbacks: () => callbacks.length };
}

const repeat = (key: string, count: number): string[] => Array.from({ length: count }, () => key);

it('starts a few requests at once, and again in the next turn', () => {
  const { send, runTurn, started } = setUp();
  send('ana', 4);
  expect(started).toHaveLength(4);
  runTurn();
  send('ana', 4);
  expect(started).toHaveLength(8);
});

it('starts the request of another client after one of a hundred requests that wait', () => {
  const { send, runAll } = setUp();
  send('greedy', 104);
  send('other', 1);
  expect(runAll().indexOf('other')).toBe(1);
});

it('starts as many waiting requests in a turn as there is time for, and keeps the rest', () => {
  const { send, runTurn } = setUp({ costMs: 1 });
  send('greedy', 10);
  expect(runTurn()).toEqual(repeat('greedy', 3));
  expect(runTurn()).toEqual(repeat('greedy', 3));
  expect(runTurn()).toHaveLength(0);
});

it('starts requests for as long as the rest of the turn took', () => {
  const { send, runTurn, advance } = setUp({ costMs: 1 });
  send('greedy', 30);
  advance(10);
  expect(runTurn()).toHaveLength(10);
  expect(runTurn()).toHaveLength(3);
});

it('limits the starts of a turn that take no time', () => {
  const { send, runTurn, runAll } = setUp();
  send('greedy', 200);
  expect(runTurn()).toHaveLength(64);
  expect(runAll()).toHaveLength(132);
});

it('prefers recognized clients, but never stops starting others', () => {
  const { send, runAll } = setUp();
  send('anonymous', 4, false);
  send('anonymous', 3, false);
  send('ana', 10);
  expect(runAll()).toEqual([...repeat('ana', 4), 'anonymous', ...repeat('ana', 4), 'anonymous', ...repeat('ana', 2), 'anonymous']);
});

it('leaves nothing to do for the event loop once all requests have started', () => {
  const { send, runAll, countCallbacks } = setUp();
  send('ana', 30);
  runAll();
  expect(countCallbacks()).toBe(0);
});
