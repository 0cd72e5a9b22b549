import type { Logger } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimitedLog } from './limited-log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('writes the first of many warnings immediately, and one line with their number when the window ends', () => {
  const lines: [object, string][] = [];
  const warn = createLimitedLog(
    { warn: (details: object, message: string) => lines.push([details, message]) } as unknown as Logger,
    60_000,
  );
  for (let at = 0; at < 100_000; at++) warn('a client was disconnected', { at });
  warn('another message');
  expect(lines).toEqual([
    [{ at: 0 }, 'a client was disconnected'],
    [{}, 'another message'],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(2)).toEqual([[{ at: 99_999, count: 99_999 }, 'a client was disconnected']]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(3);
  warn('a client was disconnected', { at: 'later' });
  expect(lines.at(-1)).toEqual([{ at: 'later' }, 'a client was disconnected']);
});
