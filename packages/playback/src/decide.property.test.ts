import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { changeDay, publishes } from './testing/arbitraries.ts';
import { evaluateReference, formatWallClock, QUARTER_MS } from './testing/reference-evaluator.ts';
import { RUNS_SLOW_TESTS } from './testing/slow-tests.ts';

const RUNS = RUNS_SLOW_TESTS ? 300 : 60;

const shown = (publishes: Parameters<typeof evaluateReference>[0], clock: string) => evaluateReference(publishes, clock).publishId;

const zone = fc.constantFrom(
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/New_York',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'UTC',
);
const instant = fc
  .tuple(changeDay, fc.integer({ min: -200, max: 200 }))
  .map(([day, quarters]) => Date.parse(`${day}T00:00:00Z`) + quarters * QUARTER_MS);

describe('the evaluator against a second opinion', () => {
  it('shows the same publish at every instant about the changes of the clocks', () => {
    fc.assert(
      fc.property(publishes, zone, instant, (list, timeZone, now) => {
        const decision = decide({ publishes: list, timeZone, now });
        expect(decision.publish?.publishId ?? null).toBe(shown(list, formatWallClock(now, timeZone)));
      }),
      { numRuns: 10 * RUNS },
    );
  });

  it('names the first instant at which something else shows', () => {
    fc.assert(
      fc.property(publishes, zone, instant, (list, timeZone, now) => {
        const { until } = decide({ publishes: list, timeZone, now });
        const here = shown(list, formatWallClock(now, timeZone));
        for (let at = now + QUARTER_MS; at < (until ?? now + 2 * 86_400_000); at += QUARTER_MS) {
          expect(shown(list, formatWallClock(at, timeZone)), new Date(at).toISOString()).toBe(here);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
