import type { OperatingHours } from '@vitrine/contract/operating-hours';
import type { PublishSchedule } from '@vitrine/contract/schedule-windows';
import { toLocalDateTime, type ZoneWithOffsets } from '@vitrine/playback';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import {
  type CalendarDay,
  type CalendarSegment,
  type CalendarView,
  formatCalendarDay,
  formatCalendarRange,
  layoutCalendarDay,
  listCalendarDates,
  shiftCalendar,
} from '../calendar-layout.ts';
import type { PlannedPublish } from '../playback-reasons.ts';
import { moveWindow, type WindowMove } from '../window-moves.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { CalendarSegmentDialog } from './calendar-segment-dialog.tsx';
import { CalendarWeek } from './calendar-week.tsx';
import { useCurrentMinute } from './day-line.tsx';

interface ScheduleCalendarProps {
  plan: readonly PlannedPublish[];
  zone: ZoneWithOffsets;
  /** Operating hours, outside of which days are hatched. */
  hours?: readonly OperatingHours[];
  /** Opens the schedule of a playlist, by its id. Left out where schedules cannot be changed. */
  onEdit?: (playlistId: string, draft?: PublishSchedule) => void;
}

const VIEWS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

/** Calendar of what is shown, by week and month: what wins, what loses and why, and times without a playlist. */
export function ScheduleCalendar({ plan, zone, hours, onEdit }: ScheduleCalendarProps) {
  const isPhone = useIsPhone();
  const today = toLocalDateTime(useCurrentMinute(), zone).date;
  const [view, setView] = useState<CalendarView>('week');
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<{ date: string; segment: CalendarSegment }>();
  const anchor = chosen ?? today;
  const { timeZone } = zone;
  const days = useMemo(
    () => listCalendarDates(view, anchor).map((date) => layoutCalendarDay(plan, zone, date, hours)),
    [plan, zone, hours, view, anchor],
  );
  const dates = days.map(({ date }) => date);
  /** Opens the schedule with the moved window, where the user sees what changes and saves it. */
  const move = ({ publishId, at }: CalendarSegment, by: WindowMove) => {
    const publish = plan.find((candidate) => candidate.publishId === publishId);
    // The main playlist has no schedule of its own (specification 2 §4).
    const draft = publish && !publish.main && moveWindow(publish, zone, at, by);
    if (publish && draft) onEdit?.(publish.publishId, draft);
  };
  const open = (date: string, segment: CalendarSegment) => setOpened({ date, segment });
  return (
    <Stack gap={4}>
      <Row wrap align="center" justify="between" gap={2}>
        <Row wrap align="center" gap={1}>
          <IconButton
            label={view === 'week' ? 'Previous week' : 'Previous month'}
            icon={<ChevronLeftIcon />}
            onClick={() => setChosen(shiftCalendar(view, anchor, -1))}
          />
          <Text as="strong" aria-live="polite">
            {formatCalendarRange(view, dates)}
          </Text>
          <IconButton
            label={view === 'week' ? 'Next week' : 'Next month'}
            icon={<ChevronRightIcon />}
            onClick={() => setChosen(shiftCalendar(view, anchor, 1))}
          />
          {!dates.includes(today) && (
            <Button kind="quiet" onClick={() => setChosen(undefined)}>
              Today
            </Button>
          )}
        </Row>
        <SegmentedChoice label="Calendar view" value={view} onChange={setView} choices={VIEWS} />
      </Row>
      <CalendarNotes days={days} timeZone={timeZone} />
      {isPhone ? (
        <CalendarAgenda days={days} today={today} onOpen={open} />
      ) : view === 'week' ? (
        <CalendarWeek key={dates[0]} days={days} today={today} onOpen={open} onMove={onEdit && move} />
      ) : (
        <CalendarMonth key={dates[0]} days={days} today={today} onOpen={open} />
      )}
      {opened && <CalendarSegmentDialog {...opened} plan={plan} zone={zone} onEdit={onEdit} onClose={() => setOpened(undefined)} />}
    </Stack>
  );
}

/** Summary of what needs attention: days with gaps, schedules that lose, and changes of the clocks. */
function CalendarNotes({ days, timeZone }: { days: readonly CalendarDay[]; timeZone: string }) {
  const gaps = days.filter(({ gapMinutes }) => gapMinutes > 0).length;
  const lost = new Set(days.flatMap(({ segments }) => segments.flatMap(({ losses }) => losses.map(({ name }) => name))));
  const hasOffTimes = days.some(({ off }) => off.length > 0);
  const changed = days.filter(({ hours }) => hours !== 24);
  return (
    <Stack as="ul" gap={1} aria-label="Notes">
      <Text as="li" size="sm" tone="soft">{`Times are in ${timeZone.replaceAll('_', ' ')} time.`}</Text>
      {hasOffTimes && (
        <Text as="li" size="sm" tone="soft">
          The screen is off at hatched times, whatever is scheduled.
        </Text>
      )}
      {gaps > 0 && (
        <Text
          as="li"
          size="sm"
          tone="warning"
        >{`Nothing to show for a part of ${formatCount(gaps, 'day')}: the standby image is shown.`}</Text>
      )}
      {lost.size > 0 && (
        <Text as="li" size="sm">{`Not shown at some of their times: ${[...lost].slice(0, 5).join(', ')}${lost.size > 5 ? '…' : ''}`}</Text>
      )}
      {changed.map(({ date, hours }) => (
        <Text
          as="li"
          key={date}
          size="sm"
          tone="warning"
        >{`The clocks change on ${formatCalendarDay(date)}, so it has ${hours} hours.`}</Text>
      ))}
    </Stack>
  );
}
