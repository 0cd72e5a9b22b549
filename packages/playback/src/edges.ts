import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { Schedule } from '@vitrine/contract/schedule';
import type { PublishCandidate } from './choose-publish.ts';
import { listClockChanges, listInstants } from './clock-changes.ts';
import { startsOnDay } from './schedule-window.ts';
import { parseReading, toWindow } from './validity.ts';
import { DAY_MS, getStartOfDay, getWallClock, MINUTE_MS, parseMinutes, type Zone } from './wall-clock.ts';

/** Lists the instants at which windows start or end that start on the given days, which are readings of midnight. */
export function listWindowEdges(schedule: Schedule, days: readonly number[], timeZone: Zone): number[] {
  const start = parseMinutes(schedule.startTime);
  const end = parseMinutes(schedule.endTime);
  return days
    .filter((day) => startsOnDay(schedule, day))
    .flatMap((day) => [day + start * MINUTE_MS, day + end * MINUTE_MS + (end <= start ? DAY_MS : 0)])
    .flatMap((reading) => listInstants(reading, timeZone));
}

/** Lists the instants at which a period starts or ends, and its windows on the given days. */
function listPeriodEdges(valid: MediaValidity, days: readonly number[], timeZone: Zone): number[] {
  const ends = [valid.from, valid.until].flatMap((text) => (text === undefined ? [] : listInstants(parseReading(text), timeZone)));
  return [...ends, ...listWindowEdges(toWindow(valid), days, timeZone)];
}

/** Lists the periods that decide whether a publish is skipped: none when an item is always shown, and each once. */
function listPeriods({ items }: PublishCandidate): MediaValidity[] {
  const periods = items.flatMap(({ valid }) => valid ?? []);
  if (periods.length < items.length) return [];
  return [...new Map(periods.map((valid) => [JSON.stringify(valid), valid])).values()];
}

/** Lists all instants within the given days after `now` at which a schedule or a period may start or end, in ascending order. */
export function listEdgesAfter(publishes: readonly PublishCandidate[], timeZone: Zone, now: number, dayCount: number): number[] {
  const schedules = publishes.flatMap(({ schedule }) => schedule ?? []);
  const periods = publishes.flatMap(listPeriods);
  if (schedules.length + periods.length === 0) return [];
  const today = getStartOfDay(getWallClock(now, timeZone));
  const days = Array.from({ length: dayCount + 2 }, (_, index) => today + (index - 1) * DAY_MS);
  const end = now + dayCount * DAY_MS;
  const all = [
    ...schedules.flatMap((schedule) => listWindowEdges(schedule, days, timeZone)),
    ...periods.flatMap((valid) => listPeriodEdges(valid, days, timeZone)),
    ...listClockChanges(now, end, timeZone),
  ];
  return [...new Set(all)].filter((instant) => instant > now && instant <= end).sort((a, b) => a - b);
}
