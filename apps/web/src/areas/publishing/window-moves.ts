import type { PublishSchedule } from '@vitrine/contract/schedule-windows';
import { getWallClock, isActiveAt, listWindows, toPublishSchedule, type Zone } from '@vitrine/playback';

/** Minutes by which the start and the end of a window move. */
export interface WindowMove {
  start: number;
  end: number;
}

/** Windows move in steps, so that they stay at times that the schedule form accepts. */
export const MOVE_STEP_MINUTES = 15;
const DAY_MINUTES = 1440;

const parse = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const format = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const wrap = (minutes: number) => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/**
 * Returns the schedule of a publish after the window that is open at an instant has moved, on all days on which it repeats. Null when no window is open then, the
 * window would start on another day, or it would become empty or a whole day.
 */
export function moveWindow(publish: PublishSchedule, timeZone: Zone, at: number, by: WindowMove): PublishSchedule | null {
  const windows = listWindows(publish) ?? [];
  const moved = windows.find((window) => isActiveAt(window, getWallClock(at, timeZone)));
  if (!moved) return null;
  const start = parse(moved.startTime) + by.start;
  const length = wrap(parse(moved.endTime) - parse(moved.startTime)) + by.end - by.start;
  if (start < 0 || start >= DAY_MINUTES || length <= 0 || length >= DAY_MINUTES) return null;
  const next = { ...moved, startTime: format(start), endTime: format(wrap(start + length)) };
  return toPublishSchedule({ windows: windows.map((window) => (window === moved ? next : window)), priority: publish.priority }) ?? null;
}
