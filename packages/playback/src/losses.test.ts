import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePublish } from './choose-publish.ts';
import { listLosers, listLosses } from './losses.ts';
import { stepPlanChanges } from './plan-changes.ts';
import { finishSteps } from './steps.ts';
import { publishes as anyPublishes, changeDay } from './testing/arbitraries.ts';
import { aPublish } from './testing/vectors.ts';
import { buildTimeline } from './timeline.ts';
import { getWallClock } from './wall-clock.ts';

const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });
const MENU = aPublish({ publishId: 'menu', main: true });
const LUNCH = aPublish({ publishId: 'lunch', schedule: daily('12:00', '16:00') });
const NEWS = aPublish({ publishId: 'news', schedule: daily('10:00', '14:00'), updatedAt: '2026-02-01T00:00:00.000Z' });
const NOTICE = aPublish({ publishId: 'notice', schedule: daily('13:00', '13:30'), priority: 8 });
const at = (time: string) => Date.parse(`2026-06-01T${time}:00Z`);
const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC');

describe('losses', () => {
  it('names the publishes that lose, and why', () => {
    const publishes = [MENU, LUNCH, NEWS, NOTICE, aPublish({ publishId: 'empty', schedule: daily('13:00', '15:00'), items: 0 })];
    const list = listLosses({ publishes, timeZone: 'UTC' }, { from: at('00:00'), to: at('23:59') });
    expect(list.map(({ publish, from, to, why }) => [publish.publishId, from, to, why])).toEqual([
      ['lunch', at('12:00'), at('13:00'), 'updated'],
      ['lunch', at('13:00'), at('13:30'), 'priority'],
      ['news', at('13:00'), at('13:30'), 'priority'],
      ['empty', at('13:00'), at('15:00'), 'empty'],
      ['lunch', at('13:30'), at('14:00'), 'updated'],
    ]);
    expect(listLosers({ publishes, timeZone: 'UTC' }, at('12:30'))).toMatchObject([{ publish: LUNCH, why: 'updated' }]);
  });

  it('has no publish that is shown at the same time, on any day', () => {
    fc.assert(
      fc.property(anyPublishes, zones, changeDay, (publishes, timeZone, date) => {
        const { from, to, windows } = buildTimeline({ publishes, timeZone, date });
        const losses = listLosses({ publishes, timeZone }, { from, to });
        const isLosing = (id: string, instant: number) =>
          losses.some(({ publish, ...span }) => publish.publishId === id && span.from <= instant && instant < span.to);
        for (const { publish, ...window } of windows) {
          for (let instant = window.from; instant < window.to; instant += 900_000) {
            const shown = choosePublish(publishes, getWallClock(instant, timeZone));
            const isWinning = shown.publish === publish && shown.reason === 'schedule';
            expect(isLosing(publish.publishId, instant)).toBe(!isWinning);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

const listPlanChanges = (request: Parameters<typeof stepPlanChanges<ReturnType<typeof aPublish>>>[0]) =>
  finishSteps(stepPlanChanges(request));

describe('changes of a plan', () => {
  const request = { timeZone: 'UTC', from: at('00:00'), days: 2, searchDays: 400 };
  const show = (list: ReturnType<typeof listPlanChanges>) =>
    list.map(({ from, to, before, after }) => [
      new Date(from).toISOString(),
      new Date(to).toISOString(),
      before.publish?.publishId,
      after.publish?.publishId,
    ]);

  it('are listed with what was shown and what will be', () => {
    expect(show(listPlanChanges({ ...request, before: [MENU, NEWS], after: [MENU, NEWS, LUNCH] }))).toEqual([
      ['2026-06-01T14:00:00.000Z', '2026-06-01T16:00:00.000Z', 'menu', 'lunch'],
      ['2026-06-02T14:00:00.000Z', '2026-06-02T16:00:00.000Z', 'menu', 'lunch'],
    ]);
  });

  it('are searched in the following year when nothing changes before', () => {
    const yearly = aPublish({
      publishId: 'eve',
      schedule: daily('00:00', '00:01'),
      windows: [{ startTime: '18:00', endTime: '20:00', repeat: 'Yearly', month: 12, on: { day: 24 } }],
    });
    expect(show(listPlanChanges({ ...request, before: [MENU], after: [MENU, yearly] }))).toEqual([
      ['2026-12-24T18:00:00.000Z', '2026-12-24T20:00:00.000Z', 'menu', 'eve'],
    ]);
    expect(listPlanChanges({ ...request, before: [MENU], after: [MENU] })).toEqual([]);
  });

  it('are the times at which the evaluator answers differently', () => {
    fc.assert(
      fc.property(anyPublishes, anyPublishes, zones, changeDay, (before, after, timeZone, date) => {
        const from = Date.parse(`${date}T00:00:00Z`) - 86_400_000;
        const changes = listPlanChanges({ before, after, timeZone, from, days: 3, searchDays: 3 });
        for (let instant = from; instant < from + 3 * 86_400_000; instant += 900_000) {
          const reading = getWallClock(instant, timeZone);
          const [one, other] = [choosePublish(before, reading).publish?.publishId, choosePublish(after, reading).publish?.publishId];
          const change = changes.find((span) => span.from <= instant && instant < span.to);
          expect(change?.after.publish?.publishId).toBe(one === other ? undefined : other);
          expect(change !== undefined).toBe(one !== other);
        }
      }),
      { numRuns: 40 },
    );
  });
});
