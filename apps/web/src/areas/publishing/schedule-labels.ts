import type { DayOfMonth, PublishSchedule, ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { DEFAULT_PRIORITY, listWindows } from '@vitrine/playback';
import { formatCount, formatDay } from '../../lib/format.ts';
import { formatTimeRange, formatWeekdays } from '../../lib/wall-clock.ts';

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** Places of a weekday in a month, by `nth`. */
export const PLACE_NAMES: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' };

const formatDayOfMonth = (on: DayOfMonth | undefined): string => {
  if (!on) return '';
  if ('day' in on) return on.day === -1 ? 'the last day' : `day ${on.day}`;
  return `the ${PLACE_NAMES[on.nth]} ${WEEKDAY_NAMES[on.weekday]}`;
};

const formatDates = (dates: readonly string[]): string =>
  dates.length > 2 ? formatCount(dates.length, 'date') : dates.map(formatDay).join(' and ');

function formatDays({ repeat, date = '', weekdays = [], dates = [], month = 1, on }: ScheduleWindow): string {
  switch (repeat) {
    case 'Daily':
      return 'Daily';
    case 'Once':
      return `On ${formatDay(date)}`;
    case 'Weekly':
      return formatWeekdays(weekdays);
    case 'Dates':
      return `On ${formatDates(dates)}`;
    case 'Monthly':
      return `Monthly on ${formatDayOfMonth(on)}`;
    case 'Yearly':
      return `Yearly on ${formatDayOfMonth(on)} of ${MONTH_NAMES[month - 1]}`;
  }
}

/** Formats a window: `Daily 2:00 PM–6:00 PM`, `Monthly on the last Friday 10:00 PM–2:00 AM the next day, until 12/31/2026, except 12/25/2026`. */
export function formatSchedule(window: ScheduleWindow): string {
  const { startTime, endTime, from, until, except } = window;
  return [
    `${formatDays(window)} ${formatTimeRange(startTime, endTime)}`,
    ...(from ? [`from ${formatDay(from)}`] : []),
    ...(until ? [`until ${formatDay(until)}`] : []),
    ...(except ? [`except ${formatDates(except)}`] : []),
  ].join(', ');
}

/** Formats the schedule of a publish: `Daily 2:00 PM–6:00 PM and 2 more windows, priority 7`. Null when it has none. */
export function formatPublishSchedule(publish: PublishSchedule): string | null {
  const [first, ...others] = listWindows(publish) ?? [];
  if (!first) return null;
  const more = others.length > 0 ? ` and ${formatCount(others.length, 'more window')}` : '';
  const { priority = DEFAULT_PRIORITY } = publish;
  return `${formatSchedule(first)}${more}${priority === DEFAULT_PRIORITY ? '' : `, priority ${priority}`}`;
}
