import { type KeyboardEvent, useState } from 'react';
import { VisuallyHidden } from '../../../ui/text.tsx';
import {
  type CalendarDay,
  type CalendarSegment,
  describeOffTimes,
  findVisiblePart,
  formatSegmentTimes,
  formatShortDay,
} from '../calendar-layout.ts';
import type { WindowMove } from '../window-moves.ts';
import { getSegmentLabel } from './calendar-segment-label.ts';
import styles from './schedule-calendar.module.css';
import colours from './schedule-colours.module.css';
import { useSegmentDrag } from './use-segment-drag.ts';

export interface CalendarDaysProps {
  days: readonly CalendarDay[];
  today: string;
  onOpen: (date: string, segment: CalendarSegment) => void;
}

interface CalendarWeekProps extends CalendarDaysProps {
  /** Moves the window of a segment. Left out where schedules cannot be changed. */
  onMove?: (segment: CalendarSegment, move: WindowMove) => void;
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
/** Minimum length of a part of a segment that contains its name, in percent of the day. */
const MIN_NAME_LENGTH = 4;

const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
const keyOf = (date: string, { key }: CalendarSegment) => `${date} ${key}`;

/** A week in columns. One segment is in the tab order; the arrow keys move to the others. */
export function CalendarWeek({ days, today, onOpen, onMove }: CalendarWeekProps) {
  const dragging = useSegmentDrag();
  const first = days.find(({ date }) => date === today) ?? days[0];
  const [current, setCurrent] = useState(first?.segments[0] ? keyOf(first.date, first.segments[0]) : '');
  const hasCurrent = days.some(({ date, segments }) => segments.some((segment) => keyOf(date, segment) === current));
  const isCurrent = (day: CalendarDay, segment: CalendarSegment, index: number) =>
    hasCurrent ? keyOf(day.date, segment) === current : day === first && index === 0;
  return (
    <div className={`${styles.week} ${colours.colours}`} data-week="">
      <div className={styles.hours} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {formatHour(hour)}
          </span>
        ))}
      </div>
      {days.map((day) => (
        <section key={day.date} className={styles.day} aria-label={formatShortDay(day.date)}>
          <h3 className={styles.dayName} data-today={day.date === today ? '' : undefined}>
            {formatShortDay(day.date)}
          </h3>
          {day.off.length > 0 && <VisuallyHidden>{describeOffTimes(day)}</VisuallyHidden>}
          <div className={styles.track} data-day="">
            {day.segments.map((segment, index) => (
              <WeekSegment
                key={segment.key}
                day={day}
                segment={segment}
                isInTabOrder={isCurrent(day, segment, index)}
                dragging={dragging}
                onFocus={() => setCurrent(keyOf(day.date, segment))}
                onOpen={() => onOpen(day.date, segment)}
                onMove={onMove && segment.isScheduled ? (move) => onMove(segment, move) : undefined}
              />
            ))}
            {day.off.map(({ start, length }) => (
              <span key={start} className={styles.off} style={{ top: `${start}%`, height: `${length}%` }} aria-hidden="true" />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

interface WeekSegmentProps {
  day: CalendarDay;
  segment: CalendarSegment;
  isInTabOrder: boolean;
  dragging: ReturnType<typeof useSegmentDrag>;
  onFocus: () => void;
  onOpen: () => void;
  onMove?: (move: WindowMove) => void;
}

function WeekSegment({ day: { date, off }, segment, isInTabOrder, dragging, onFocus, onOpen, onMove }: WeekSegmentProps) {
  const key = keyOf(date, segment);
  const drag = dragging.drag?.key === key ? dragging.drag : undefined;
  const named = findVisiblePart(segment, off, MIN_NAME_LENGTH);
  return (
    <button
      type="button"
      className={styles.segment}
      data-colour={segment.colour ?? 'none'}
      data-start={segment.start}
      data-dragged={drag ? '' : undefined}
      style={getPlace(segment, drag)}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={getSegmentLabel(date, segment)}
      title={`${formatSegmentTimes(segment)} ${segment.name ?? 'Standby image'}`}
      onKeyDown={moveFocus}
      onFocus={onFocus}
      onClick={() => !dragging.consumeDrag() && onOpen()}
      {...(onMove && dragging.handlers(key, onMove))}
    >
      {named && (
        <span className={styles.name} style={getNamePlace(segment, named)}>
          {segment.name ?? 'Standby'}
        </span>
      )}
      {onMove && (
        <>
          <span className={styles.edge} data-edge="start" />
          <span className={styles.edge} data-edge="end" />
        </>
      )}
      {segment.losses.length > 0 && <span className={styles.lost} aria-hidden="true" />}
    </button>
  );
}

const DAY_MINUTES = 1440;

/** Returns where a segment is drawn, also while it is dragged. */
function getPlace({ start, length }: CalendarSegment, move: WindowMove = { start: 0, end: 0 }) {
  const toPercent = (minutes: number) => (minutes / DAY_MINUTES) * 100;
  return { top: `${start + toPercent(move.start)}%`, height: `${length + toPercent(move.end - move.start)}%` };
}

/** Returns where a name is drawn in its segment: where it is not hatched. */
const getNamePlace = (segment: CalendarSegment, named: { start: number; length: number }) => ({
  top: `${((named.start - segment.start) / segment.length) * 100}%`,
  height: `${(named.length / segment.length) * 100}%`,
});

const startOf = (button: HTMLElement | undefined) => Number(button?.dataset['start'] ?? 0);

/** Moves the focus to the segment before or after in the day, or at the same time of the day before or after. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const days = event.currentTarget.closest('[data-week]')?.querySelectorAll<HTMLElement>('[data-day]') ?? [];
  const columns = [...days].map((day) => [...day.querySelectorAll<HTMLElement>('button')]);
  const column = columns.findIndex((buttons) => buttons.some((button) => button === event.target));
  const buttons = columns[column] ?? [];
  const row = buttons.findIndex((button) => button === event.target);
  const aside = (by: number) => columns[column + by]?.findLast((button) => startOf(button) <= startOf(buttons[row]));
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowUp: buttons[row - 1],
    ArrowDown: buttons[row + 1],
    ArrowLeft: aside(-1),
    ArrowRight: aside(1),
    Home: buttons[0],
    End: buttons.at(-1),
  };
  if (!(event.key in targets)) return;
  event.preventDefault();
  targets[event.key]?.focus();
}
