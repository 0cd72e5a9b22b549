import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('coalesce', () => {
  it('flushes each item once and collects again afterwards', () => {
    const flush = vi.fn();
    const gather = coalesce<string[]>(100, (key) => key.join('/'), flush);
    gather.add(['devices'], ['devices'], ['media', 'a']);
    gather.add(['devices']);
    vi.advanceTimersByTime(100);
    expect(flush.mock.calls).toEqual([[[['devices'], ['media', 'a']]]]);
    gather.add(['devices']);
    vi.advanceTimersByTime(100);
    expect(flush).toHaveBeenCalledTimes(2);
  });

  it('is not delayed by a steady stream of items', () => {
    const flush = vi.fn();
    const gather = coalesce<string>(100, (key) => key, flush);
    for (let step = 0; step < 10; step++) {
      gather.add('devices');
      vi.advanceTimersByTime(50);
    }
    expect(flush.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('flushes the first items soon and a steady stream at the minimum interval', () => {
    const flush = vi.fn();
    const gather = coalesce<string>(100, (key) => key, flush, 1000);
    const times: number[] = [];
    flush.mockImplementation(() => times.push(performance.now() - start));
    const start = performance.now();
    for (let step = 0; step < 30; step++) {
      gather.add('media');
      vi.advanceTimersByTime(100);
    }
    expect(times).toEqual([100, 1100, 2100]);
  });

  it('drops pending items on stop', () => {
    const flush = vi.fn();
    const gather = coalesce<string>(100, (key) => key, flush);
    gather.add('devices');
    gather.stop();
    vi.advanceTimersByTime(1000);
    expect(flush).not.toHaveBeenCalled();
  });
});
