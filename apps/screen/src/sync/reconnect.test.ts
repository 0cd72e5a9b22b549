import { describe, expect, it } from 'vitest';
import { getReconnectDelayMs, ReconnectTimer } from './reconnect.ts';

const [least, middle, most] = [() => 0, () => 0.5, () => 1];
const MINUTE_MS = 60_000;

describe('getReconnectDelayMs', () => {
  it('reconnects within three seconds after an outage of less than a minute', () => {
    for (let attempt = 0; attempt < 100; attempt++) expect(getReconnectDelayMs(attempt, MINUTE_MS, most)).toBeLessThanOrEqual(3000);
  });

  it('grows with the outage up to fifteen seconds', () => {
    expect([1, 2, 3, 5, 60].map((minutes) => getReconnectDelayMs(50, minutes * MINUTE_MS, middle))).toEqual([
      2000, 4000, 6000, 10_000, 10_000,
    ]);
    expect(getReconnectDelayMs(50, 60 * MINUTE_MS, most)).toBe(15_000);
  });

  it('is spread randomly from the first attempt', () => {
    expect([least, most].map((random) => getReconnectDelayMs(0, 0, random))).toEqual([500, 1500]);
  });
});

describe('ReconnectTimer', () => {
  it('counts the outage from the first failure and starts over after a reset', () => {
    const link = new ReconnectTimer();
    expect([0, 1000, 10 * MINUTE_MS].map((now) => link.nextDelayMs(now, middle))).toEqual([1000, 2000, 4000]);
    expect(link.nextDelayMs(10 * MINUTE_MS, middle)).toBe(8000);
    link.reset();
    expect(link.nextDelayMs(11 * MINUTE_MS, middle)).toBe(1000);
  });
});
