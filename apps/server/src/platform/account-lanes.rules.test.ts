import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccountLanes } from './account-lanes.ts';

/** Calls that wait until the test finishes them, with a clock that the test moves. */
function setUp() {
  let nowMs = 0;
  let load = 0;
  const lanes = createAccountLanes({ now: () => nowMs, getLoad: () => load });
  const running = new Map<string, (() => void)[]>();
  const listRunning = (account: string) => running.get(account) ?? [];
  const call = (account: string) =>
    lanes.run(account, () => new Promise<void>((resolve) => running.set(account, [...listRunning(account), resolve])));
  const finishOne = async (account: string) => {
    const [finish, ...others] = listRunning(account);
    running.set(account, others);
    finish?.();
    await new Promise(setImmediate);
  };
  return {
    lanes,
    call,
    callMany: (account: string, count: number) => Array.from({ length: count }, () => call(account)),
    countRunning: (account: string) => listRunning(account).length,
    finishOne,
    /** Finishes running calls until this many have ended. */
    async finish(account: string, count: number) {
      for (let ended = 0; ended < count; ended++) await finishOne(account);
    },
    advance: (ms: number) => void (nowMs += ms),
    setLoad: (share: number) => void (load = share),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the lanes of an account', () => {
  it('run four calls at a time, and concurrently calls of other accounts', async () => {
    const { callMany, call, countRunning } = setUp();
    void callMany('greedy', 30);
    void call('other');
    expect([countRunning('greedy'), countRunning('other')]).toEqual([4, 1]);
  });

  it('run all calls of a page with thirty requests four at a time while another account is active', async () => {
    const { callMany, call, countRunning, finishOne } = setUp();
    void call('other');
    void callMany('visitor', 30);
    for (let left = 30; left > 0; left--) {
      expect(countRunning('visitor')).toBe(Math.min(4, left));
      await finishOne('visitor');
    }
  });

  it('run two calls at a time after a burst of forty while another account is active', async () => {
    const { callMany, call, countRunning, finish, finishOne } = setUp();
    void call('other');
    const calls = callMany('greedy', 100);
    await finish('greedy', 40);
    for (let left = 60; left > 0; left--) {
      expect(countRunning('greedy')).toBe(Math.min(2, left));
      await finishOne('greedy');
    }
    await Promise.all(calls);
  });

  it('run four calls at a time after a burst when no other account is active', async () => {
    const { callMany, call, countRunning, finish, advance } = setUp();
    void call('other');
    advance(1000);
    void callMany('busy', 100);
    await finish('busy', 60);
    expect(countRunning('busy')).toBe(4);
  });

  it('run two calls at a time after a few long calls', async () => {
    const { callMany, call, countRunning, finish, advance } = setUp();
    void call('other');
    void callMany('greedy', 20);
    advance(240);
    await finish('greedy', 3);
    expect(countRunning('greedy')).toBe(4);
    await finish('greedy', 3);
    expect(countRunning('greedy')).toBe(2);
  });

  it('run one call at a time after a burst on a busy event loop, and rest for as long as each took', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { callMany, call, countRunning, finish, finishOne, advance, setLoad } = setUp();
    void call('other');
    void callMany('greedy', 100);
    await finish('greedy', 40);
    await finishOne('greedy');
    expect(countRunning('greedy')).toBe(2);
    setLoad(0.9);
    await finishOne('greedy');
    expect(countRunning('greedy')).toBe(1);
    advance(30);
    await finishOne('greedy');
    expect(countRunning('greedy')).toBe(0);
    vi.advanceTimersByTime(29);
    await new Promise(setImmediate);
    expect(countRunning('greedy')).toBe(0);
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(countRunning('greedy')).toBe(1);
  });

  it('yield to the activity of a client without an account', async () => {
    const { lanes, callMany, countRunning, finish } = setUp();
    void callMany('busy', 100);
    await finish('busy', 60);
    lanes.recordActivity('screen');
    await finish('busy', 3);
    expect(countRunning('busy')).toBe(2);
  });

  it('are all in use again after a pause', async () => {
    const { callMany, call, countRunning, finish, advance } = setUp();
    void call('other');
    void callMany('visitor', 41);
    await finish('visitor', 41);
    advance(2000);
    void call('other');
    void callMany('visitor', 30);
    expect(countRunning('visitor')).toBe(4);
  });

  it('refuse calls when a thousand of the same account wait', async () => {
    const { callMany, call, countRunning } = setUp();
    void callMany('greedy', 1004);
    await expect(call('greedy')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    void call('other');
    expect(countRunning('other')).toBe(1);
  });
});
