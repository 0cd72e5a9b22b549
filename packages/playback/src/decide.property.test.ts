import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { publishes, specialDay } from './testing/arbitraries.ts';
import { evaluateReference, formatWallClock, QUARTER_MS } from './testing/reference-evaluator.ts';
import { RUNS_SLOW_TESTS } from './testing/slow-tests.ts';

const DAY_MS = 86_400_000;
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
  .tuple(specialDay, fc.integer({ min: -200, max: 200 }))
  .map(([day, quarters]) => Date.parse(`${day}T00:00:00Z`) + quarters * QUARTER_MS);

describe('decide and the reference evaluator', () => {
  it('show the same publish at every instant about special days', () => {
    fc.assert(
      fc.property(publishes, zone, instant, (list, timeZone, now) => {
        const decision = decide({ publishes: list, timeZone, now });
        expect(decision.publish?.publishId ?? null).toBe(shown(list, formatWallClock(now, timeZone)));
      }),
      { numRuns: 10 * RUNS },
    );
  });

  it('change at the same instant', () => {
    fc.assert(
      fc.property(publishes, zone, instant, (list, timeZone, now) => {
        const { until } = decide({ publishes: list, timeZone, now });
        const here = shown(list, formatWallClock(now, timeZone));
        for (let at = now + QUARTER_MS; at < (until ?? now + 2 * DAY_MS); at += QUARTER_MS) {
          expect(shown(list, formatWallClock(at, timeZone)), new Date(at).toISOString()).toBe(here);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('change at the same instant when the change is months away', () => {
    fc.assert(
      fc.property(publishes, zone, instant, (list, timeZone, now) => {
        const { until } = decide({ publishes: list, timeZone, now });
        fc.pre(until !== null && until > now + 8 * DAY_MS);
        const here = shown(list, formatWallClock(now, timeZone));
        for (let at = now + QUARTER_MS; at < (until ?? 0); at += QUARTER_MS) {
          if (shown(list, formatWallClock(at, timeZone)) !== here) expect.fail(new Date(at).toISOString());
        }
        // The reason may change although the same publish stays.
        expect(evaluateReference(list, formatWallClock(until ?? 0, timeZone))).not.toEqual(
          evaluateReference(list, formatWallClock(now, timeZone)),
        );
      }),
      { numRuns: RUNS_SLOW_TESTS ? 60 : 6 },
    );
  });
});
