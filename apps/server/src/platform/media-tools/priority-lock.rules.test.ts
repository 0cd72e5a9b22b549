import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPriorityLock } from './priority-lock.ts';

describe('background work', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const aside = (way: ReturnType<typeof createPriorityLock>) => {
    const seen = { isBegun: false };
    void way.waitForIdle().then(() => (seen.isBegun = true));
    return seen;
  };

  it('starts immediately when nothing has priority', async () => {
    const seen = aside(createPriorityLock());
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.isBegun).toBe(true);
  });

  it('starts after the last waiting task with priority, also when that fails', async () => {
    const way = createPriorityLock();
    const ends: (() => void)[] = [];
    const first = way.runFirst(() => new Promise<void>((resolve) => ends.push(resolve)));
    const second = way
      .runFirst(() => new Promise<void>((_resolve, reject) => ends.push(() => reject(new Error('broken')))))
      .catch(() => 'failed');
    const seen = aside(way);
    ends[0]?.();
    await first;
    expect(seen.isBegun).toBe(false);
    ends[1]?.();
    expect(await second).toBe('failed');
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.isBegun).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts after a second although priority work is still running', async () => {
    const way = createPriorityLock();
    void way.runFirst(() => new Promise(() => undefined));
    const seen = aside(way);
    await vi.advanceTimersByTimeAsync(999);
    expect(seen.isBegun).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.isBegun).toBe(true);
  });
});
