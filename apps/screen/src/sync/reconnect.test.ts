import { describe, expect, it } from 'vitest';
import { getReconnectDelayMs, ReconnectTimer } from './reconnect.ts';

const [least, middle, most] = [() => 0, () => 0.5, () => 1];
const MINUTE_MS = 60_000;

describe('the delay before the server is tried again', () => {
  it('finds a server that was away for less than a minute within three seconds', () => {
    for (let attempt = 0; attempt < 100; attempt++) expect(getReconnectDelayMs(attempt, MINUTE_MS, most)).toBeLessThanOrEqual(3000);
  });

  it('grows with a longer outage, to fifteen seconds and no further', () => {
    expect([1, 2, 3, 5, 60].map((minutes) => getReconnectDelayMs(50, minutes * MINUTE_MS, middle))).toEqual([
      2000, 4000, 6000, 10_000, 10_000,
    ]);
    expect(getReconnectDelayMs(50, 60 * MINUTE_MS, most)).toBe(15_000);
  });

  it('is spread from the first try on', () => {
    expect([least, most].map((random) => getReconnectDelayMs(0, 0, random))).toEqual([500, 1500]);
  });
});

describe('a link that reconnects', () => {
  it('counts the outage from its first failure, and starts afresh once it was connected', () => {
    const link = new ReconnectTimer();
    expect([0, 1000, 10 * MINUTE_MS].map((now) => link.nextDelayMs(now, middle))).toEqual([1000, 2000, 4000]);
    expect(link.nextDelayMs(10 * MINUTE_MS, middle)).toBe(8000);
    link.reset();
    expect(link.nextDelayMs(11 * MINUTE_MS, middle)).toBe(1000);
  });
});
