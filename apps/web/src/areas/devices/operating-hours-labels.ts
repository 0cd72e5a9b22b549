import type { BrightnessPlan, HoursRange, OperatingHours } from '@vitrine/contract/operating-hours';
import { formatCount } from '../../lib/format.ts';
import { formatTimeRange, formatTwelveHours, formatWeekdays } from '../../lib/wall-clock.ts';

const EVERY_DAY = 7;

const formatRange = ({ startTime, endTime }: HoursRange): string =>
  startTime === endTime ? 'all day' : formatTimeRange(startTime, endTime);

/** Describes operating hours: `Mon–Fri 8:00 AM–6:00 PM; Sat 10:00 AM–2:00 PM; 2 exceptions`. */
export const formatOperatingHours = ({ week, exceptions }: OperatingHours): string =>
  [
    ...week.map((range) => `${range.weekdays.length === EVERY_DAY ? 'Every day' : formatWeekdays(range.weekdays)} ${formatRange(range)}`),
    ...(exceptions.length > 0 ? [formatCount(exceptions.length, 'exception')] : []),
  ].join('; ');

/** Describes a brightness plan: `100% from 7:00 AM, 40% from 8:00 PM`. */
export const formatBrightness = (plan: BrightnessPlan): string =>
  plan
    .toSorted((one, other) => (one.time < other.time ? -1 : 1))
    .map(({ time, percent }) => `${percent}% from ${formatTwelveHours(time)}`)
    .join(', ');
