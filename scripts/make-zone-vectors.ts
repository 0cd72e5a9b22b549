/**
 * Writes `packages/playback/vectors/zones.json`: test vectors for every kind of schedule around days on which clocks change. The reference evaluator computes
 * the expected results, independently of the evaluator under test. Run it with node after adding a zone, a day or a kind of schedule.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Schedule } from '@vitrine/contract/schedule';
import { evaluateReference, findNextChange, formatWallClock } from '../packages/playback/src/testing/reference-evaluator.ts';
import { aPublish } from '../packages/playback/src/testing/vectors.ts';

/** Time zones with days of clock changes or calendar edge cases. */
const ZONES: Record<string, readonly string[]> = {
  UTC: ['2026-02-28', '2028-02-29', '2026-12-31'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25', '2026-12-31'],
  'America/New_York': ['2026-03-08', '2026-11-01', '2028-02-29'],
  // The clocks change at midnight.
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29'],
  'Asia/Beirut': ['2026-03-29', '2026-10-24'],
  // Daylight saving time changes by half an hour.
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Pacific/Chatham': ['2026-04-05', '2026-09-27'],
  // No daylight saving time; the offset includes 45 minutes.
  'Asia/Kathmandu': ['2026-04-30', '2028-02-29'],
};

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Creates one schedule of each kind around a day. */
const createSchedules = (day: string): Record<string, Schedule> => ({
  'a day window': { startTime: '09:00', endTime: '17:30', repeat: 'Daily' },
  'an overnight window': { startTime: '22:00', endTime: '06:00', repeat: 'Daily' },
  'a window about the change': { startTime: '01:45', endTime: '02:45', repeat: 'Daily' },
  'a window at midnight': { startTime: '00:00', endTime: '00:45', repeat: 'Daily' },
  'that weekday overnight': { startTime: '21:15', endTime: '03:00', repeat: 'Weekly', weekdays: [weekday(day)] },
  'the weekday before overnight': { startTime: '23:00', endTime: '02:30', repeat: 'Weekly', weekdays: [(weekday(day) + 6) % 7] },
  'once, overnight': { startTime: '20:00', endTime: '04:15', repeat: 'Once', date: day },
});

/** Hours of the local day at which schedules are evaluated: around the edges of the schedule windows. */
const HOURS = [-3, 1.5, 6, 12.75];

const vectors = Object.entries(ZONES).flatMap(([timeZone, days]) =>
  days.flatMap((day) =>
    Object.entries(createSchedules(day)).flatMap(([description, schedule]) =>
      HOURS.map((hours) => {
        const stored = [
          { publishId: 'main', main: true },
          { publishId: 'window', schedule, updatedAt: '2026-01-02T00:00:00.000Z' },
        ];
        const publishes = stored.map((publish) => aPublish(publish));
        const now = findInstant(day, hours, timeZone);
        const clock = formatWallClock(now, timeZone);
        const until = findNextChange(publishes, timeZone, now, 8);
        return {
          name: `${timeZone}, ${clock}: ${description}`,
          timeZone,
          now: new Date(now).toISOString(),
          publishes: stored,
          expect: { ...evaluateReference(publishes, clock), until: until === null ? null : new Date(until).toISOString() },
        };
      }),
    ),
  ),
);

/** Returns the instant at about this local hour, in epoch milliseconds. */
function findInstant(day: string, hours: number, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000;
  const offset = Date.parse(`${formatWallClock(asUtc, timeZone).replace(' ', 'T')}:00Z`) - asUtc;
  return asUtc - offset;
}

const lines = vectors.map((vector) => JSON.stringify(vector));
writeFileSync(path.resolve(import.meta.dirname, '../packages/playback/vectors/zones.json'), `[\n${lines.join(',\n')}\n]\n`);
console.log(`${vectors.length} vectors`);
