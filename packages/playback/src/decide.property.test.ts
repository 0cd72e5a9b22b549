import type { Schedule } from '@vitrine/contract/schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { evaluateReference, formatWallClock, QUARTER_MS } from './testing/reference-evaluator.ts';
import { aPublish } from './testing/vectors.ts';

const shown = (publishes: Parameters<typeof evaluateReference>[0], clock: string) => evaluateReference(publishes, clock).publishId;

const quarter = fc
  .integer({ min: 0, max: 95 })
  .map((at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`);
/** Days about the changes of the clocks, which is where evaluators differ. */
const changeDay = fc.constantFrom(
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-06-15',
);
const zone = fc.constantFrom(
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/New_York',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'UTC',
);
const moment = fc.constantFrom('2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z', '2026-05-03T00:00:00.000Z');

const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    startTime: quarter,
    endTime: quarter,
    repeat: fc.constantFrom('Daily' as const, 'Once' as const, 'Weekly' as const),
    date: changeDay,
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  })
  .filter(({ startTime, endTime }) => startTime !== endTime);

const publishes = fc
  .array(
    fc.record({
      main: fc.boolean(),
      activatedAt: fc.option(moment),
      updatedAt: moment,
      schedule: fc.option(schedule),
      items: fc.constantFrom(0, 1, 1, 1),
    }),
    { maxLength: 5 },
  )
  .map((list) => list.map((publish, index) => aPublish({ ...publish, publishId: `p${index}` })));

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
      { numRuns: 3000 },
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
      { numRuns: 300 },
    );
  });
});
