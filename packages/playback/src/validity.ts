import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { isActiveAt } from './schedule-window.ts';

/** An item that may be limited to a period. */
export interface LimitedItem {
  readonly valid?: MediaValidity | null | undefined;
}

/** Returns the reading of a local date and time such as 2026-12-01T08:00. */
export const parseReading = (text: string): number => Date.parse(`${text}Z`);

/** Returns the days and times of a period as a window. Without times, a window lasts from midnight to midnight. */
export const toWindow = ({ weekdays, startTime = '00:00', endTime = '00:00' }: MediaValidity): ScheduleWindow => ({
  startTime,
  endTime,
  repeat: weekdays ? 'Weekly' : 'Daily',
  weekdays,
});

/** Returns items that are shown in these periods, in place of those of a publish; null is always. */
export const listPeriodItems = (isPlayable: boolean, periods: readonly MediaValidity[] | null): LimitedItem[] =>
  isPlayable ? (periods ?? [null]).map((valid) => ({ valid })) : [];

/** Returns true when an item is shown at a reading of the local clock. As with schedules, a reading that occurs twice counts both times. */
export function isValidAt({ valid }: LimitedItem, reading: number): boolean {
  if (!valid) return true;
  const { from, until } = valid;
  if ((from && reading < parseReading(from)) || (until && reading >= parseReading(until))) return false;
  return isActiveAt(toWindow(valid), reading);
}

/** Returns the items that are shown at a reading of the local clock: the list itself when none is left out. */
export function listValidItems<T extends LimitedItem>(items: readonly T[], reading: number): readonly T[] {
  const valid = items.filter((item) => isValidAt(item, reading));
  return valid.length < items.length ? valid : items;
}
