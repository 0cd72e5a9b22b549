import { expect, it } from 'vitest';
import { getNextAttempt, RETRY_MS } from './retry.rules.ts';

const START = new Date('2026-07-01T08:00:00Z');
const EXPIRES_AT = new Date(START.getTime() + RETRY_MS);

/** Returns the delays between the attempts of a delivery that always fails, in milliseconds. */
function listDelays(random: number): number[] {
  const delays: number[] = [];
  let now = START;
  for (let attempts = 1; ; attempts++) {
    const next = getNextAttempt({ attempts, expiresAt: EXPIRES_AT }, now, random);
    if (next === null) return delays;
    delays.push(next.getTime() - now.getTime());
    now = next;
  }
}

it('waits longer after each failure, up to six hours, and ends after three days', () => {
  const delays = listDelays(0.5);
  expect(delays.slice(0, 4)).toEqual([10_000, 30_000, 90_000, 270_000]);
  expect(Math.max(...delays)).toBe(6 * 3_600_000);
  expect(delays.reduce((sum, delay) => sum + delay)).toBe(RETRY_MS);
});

it('varies the delays by a fifth', () => {
  expect(listDelays(0)[0]).toBe(8000);
  expect(listDelays(1)[0]).toBe(12_000);
});
