import { formatCount } from '../../../lib/format.ts';
import { type CalendarSegment, formatCalendarDay } from '../calendar-layout.ts';

/** Describes a segment for screen readers: `Monday, June 1, 12:00 PM to 4:00 PM: Lunch. 1 other schedule is not shown.` */
export function getSegmentLabel(date: string, { name, from, to, losses }: CalendarSegment): string {
  const others = new Set(losses.map(({ publishId }) => publishId)).size;
  const lost = others > 0 ? ` ${formatCount(others, 'other schedule is', 'other schedules are')} not shown.` : '';
  return `${formatCalendarDay(date)}, ${from} to ${to}: ${name ?? 'Standby image'}.${lost}`;
}
