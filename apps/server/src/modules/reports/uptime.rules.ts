import { getWallClock, isOpenAt, listHoursWindows } from '@vitrine/playback';
import { listOperatingHours, type OperationRow } from '../devices/index.ts';

/** A change of a screen's connection, as a sample found it: the time of the sample, in milliseconds, and whether the screen was connected. */
export type ConnectionChange = readonly [at: number, isOnline: boolean];

/** Screens with the same time zone, operating hours and changes of their connection. */
export interface UptimeGroup extends OperationRow {
  time_zone: string;
  /** In order of time. The first one is the state in which the screens were at the first sample. */
  changes: ConnectionChange[] | null;
}

interface Sample {
  at: number;
  /** Reading of the clock in the time zone. */
  reading: number;
}

/** Samples of a time zone by local date. */
export type SamplesByDay = ReadonlyMap<string, readonly Sample[]>;

export interface Uptime {
  expected: number;
  online: number;
}

/** Groups the samples by their local dates in a time zone. */
export function groupSamplesByDay(times: readonly number[], timeZone: string): SamplesByDay {
  const samples = times.map((at) => ({ at, reading: getWallClock(at, timeZone) }));
  return Map.groupBy(samples, ({ reading }) => new Date(reading).toISOString().slice(0, 10));
}

/** Returns the times of the samples within the operating hours of the screens. */
function listExpected(samples: readonly Sample[], group: UptimeGroup): number[] {
  const [first] = samples;
  if (!first) return [];
  const windows = listHoursWindows(listOperatingHours(group), group.time_zone, first.at);
  return samples.filter(({ reading }) => isOpenAt(windows, reading)).map(({ at }) => at);
}

/** Counts the samples of a day within the operating hours of the screens, and the samples in which the screens were connected. */
export function countUptime(samples: readonly Sample[], group: UptimeGroup): Uptime {
  const changes = group.changes ?? [];
  let [expected, online, next] = [0, 0, 0];
  for (const at of listExpected(samples, group)) {
    while (next < changes.length && (changes[next]?.[0] ?? 0) <= at) next++;
    // Without an earlier change, the screen had not been added yet.
    const state = changes[next - 1];
    if (!state) continue;
    expected++;
    if (state[1]) online++;
  }
  return { expected, online };
}
