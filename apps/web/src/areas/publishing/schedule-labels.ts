import type { Publish } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import { formatDay } from '../../lib/format.ts';
import { formatTwelveHours } from '../../lib/wall-clock.ts';

export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** When a publish shows: `Daily 2:00 PM–6:00 PM`, `Sat, Sun 10:00 PM–2:00 AM the next day`. */
export function formatSchedule({ repeat, date, weekdays, startTime, endTime }: Schedule): string {
  const days = {
    Daily: () => 'Daily',
    Once: () => `On ${formatDay(date ?? '')}`,
    Weekly: () =>
      (weekdays ?? [])
        .toSorted((one, other) => one - other)
        .map((day) => WEEKDAYS[day] ?? '')
        .join(', '),
  }[repeat]();
  return `${days} ${formatTwelveHours(startTime)}–${formatTwelveHours(endTime)}${endTime < startTime ? ' the next day' : ''}`;
}

/** Why something that was just made active does not show yet; null when it does. */
export function getActivationMessage({ status, schedule }: Pick<Publish, 'status' | 'schedule'>): string | null {
  if (status === 'active') return null;
  return schedule
    ? `Playlist activated. It shows as scheduled: ${formatSchedule(schedule)}.`
    : 'Playlist activated. It shows when nothing else is scheduled.';
}
