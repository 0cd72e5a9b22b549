import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { toPublishSchedule } from './publish-schedule.ts';
import { publishes, specialDay } from './testing/arbitraries.ts';
import { aPublish, readVectors } from './testing/vectors.ts';
import { buildTimeline, findFirstInstantAt, listInstantsAt, stepStretches, toLocalDateTime } from './timeline.ts';

const HOUR_MS = 3_600_000;
const daily = (publishId: string, startTime: string, endTime: string, updatedAt = '2026-01-01T00:00:00.000Z') =>
  aPublish({ publishId, updatedAt, schedule: { startTime, endTime, repeat: 'Daily' } });
const main = aPublish({ publishId: 'main', main: true });

const listStretches = (publishes: Parameters<typeof buildTimeline>[0]['publishes'], timeZone: string, date: string) =>
  buildTimeline({ publishes, timeZone, date }).stretches.map(({ from, to, publish, reason }) => [
    toLocalDateTime(from, timeZone).time,
    toLocalDateTime(to, timeZone).time,
    publish?.publishId ?? null,
    reason,
  ]);

describe('buildTimeline', () => {
  it('fills the day without gaps, including the time between schedules', () => {
    expect(listStretches([main, daily('noon', '12:00', '14:00')], 'Europe/Lisbon', '2026-06-01')).toEqual([
      ['00:00', '12:00', 'main', 'main'],
      ['12:00', '14:00', 'noon', 'schedule'],
      ['14:00', '00:00', 'main', 'main'],
    ]);
    expect(listStretches([], 'UTC', '2026-06-01')).toEqual([['00:00', '00:00', null, 'idle']]);
  });

  it('splits a window at midnight and includes windows that another covers', () => {
    const publishes = [daily('night', '22:00', '06:00'), daily('early', '05:00', '07:00', '2026-02-01T00:00:00.000Z')];
    expect(listStretches(publishes, 'UTC', '2026-06-01')).toEqual([
      ['00:00', '05:00', 'night', 'schedule'],
      ['05:00', '07:00', 'early', 'schedule'],
      ['07:00', '22:00', null, 'idle'],
      ['22:00', '00:00', 'night', 'schedule'],
    ]);
    const { from, windows } = buildTimeline({ publishes, timeZone: 'UTC', date: '2026-06-01' });
    const hours = windows.map((window) => [window.publish.publishId, (window.from - from) / HOUR_MS, (window.to - from) / HOUR_MS]);
    expect(hours).toEqual([
      ['night', 0, 6],
      ['night', 22, 24],
      ['early', 5, 7],
    ]);
  });

  it('handles days of 23 and 25 hours and windows across the change', () => {
    const spring = buildTimeline({ publishes: [daily('a', '00:30', '04:00')], timeZone: 'Europe/Lisbon', date: '2026-03-29' });
    expect([(spring.to - spring.from) / HOUR_MS, spring.changes.length]).toEqual([23, 1]);
    expect(spring.windows.map(({ from, to }) => (to - from) / HOUR_MS)).toEqual([2.5]);
    const autumn = buildTimeline({ publishes: [daily('a', '00:30', '04:00')], timeZone: 'Europe/Lisbon', date: '2026-10-25' });
    expect([(autumn.to - autumn.from) / HOUR_MS, autumn.changes.length]).toEqual([25, 1]);
    expect(autumn.windows.map(({ from, to }) => (to - from) / HOUR_MS)).toEqual([4.5]);
  });

  it('starts at 01:00 when the clocks skip midnight', () => {
    // Beirut changes its clocks at midnight.
    const { from, to } = buildTimeline({ publishes: [], timeZone: 'Asia/Beirut', date: '2026-03-29' });
    expect([toLocalDateTime(from, 'Asia/Beirut'), (to - from) / HOUR_MS]).toEqual([{ date: '2026-03-29', time: '01:00' }, 23]);
  });

  it('agrees with decide() in every hour of each test vector’s day', () => {
    for (const { publishes, timeZone, now } of readVectors()) {
      const day = buildTimeline({ publishes, timeZone, date: toLocalDateTime(Date.parse(now), timeZone).date });
      expect(day.stretches[0]?.from).toBe(day.from);
      expect(day.stretches.at(-1)?.to).toBe(day.to);
      for (let at = day.from; at < day.to; at += HOUR_MS) {
        const stretch = day.stretches.find(({ from, to }) => from <= at && at < to);
        const { publish, reason } = decide({ publishes, timeZone, now: at });
        expect([stretch?.publish, stretch?.reason]).toEqual([publish, reason]);
      }
    }
  });
});

describe('the stretches of a day', () => {
  it('agree with decide() at their starts and just before their ends, for any publishes on special days', () => {
    fc.assert(
      fc.property(
        publishes,
        fc.constantFrom('Europe/Berlin', 'Africa/Cairo', 'Pacific/Chatham', 'UTC'),
        specialDay,
        (list, timeZone, date) => {
          for (const { from, to, publish, reason } of buildTimeline({ publishes: list, timeZone, date }).stretches) {
            for (const now of [from, to - 1]) {
              const decision = decide({ publishes: list, timeZone, now });
              expect([decision.publish?.publishId, decision.reason]).toEqual([publish?.publishId, reason]);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are found in steps that are short with thousands of windows', () => {
    const windows = Array.from({ length: 200 }, (_, index) => ({
      startTime: `${String(Math.floor(index / 10)).padStart(2, '0')}:${String((index % 10) * 6).padStart(2, '0')}`,
      endTime: '23:59',
      repeat: 'Daily' as const,
    }));
    const list = Array.from({ length: 50 }, (_, index) => aPublish({ publishId: String(index), ...toPublishSchedule({ windows }) }));
    const steps = [...stepStretches({ publishes: list, timeZone: 'UTC', date: '2026-06-01' })];
    expect(steps.length).toBeGreaterThanOrEqual(10);
  });
});

describe('listInstantsAt', () => {
  it('returns one instant, two when the time occurs twice, and none when it is skipped', () => {
    expect(listInstantsAt('2026-06-01', '01:30', 'Europe/Lisbon').map((at) => new Date(at).toISOString())).toEqual([
      '2026-06-01T00:30:00.000Z',
    ]);
    expect(listInstantsAt('2026-10-25', '01:30', 'Europe/Lisbon')).toHaveLength(2);
    expect(listInstantsAt('2026-03-29', '01:30', 'Europe/Lisbon')).toEqual([]);
    expect(toLocalDateTime(findFirstInstantAt('2026-03-29', '01:30', 'Europe/Lisbon'), 'Europe/Lisbon').time).toBe('02:00');
  });
});
