import { type KeyboardEvent, useState } from 'react';
import { type CalendarDay, type CalendarSegment, formatShortDay } from '../calendar-layout.ts';
import { getSegmentLabel } from './calendar-segment-label.ts';
import styles from './schedule-calendar.module.css';
import colours from './schedule-colours.module.css';

export interface CalendarDaysProps {
  days: readonly CalendarDay[];
  today: string;
  onOpen: (date: string, segment: CalendarSegment) => void;
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
/** Shorter segments have no room for a name, in percent of the day. */
const MIN_NAME_LENGTH = 4;

const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
const keyOf = (date: string, { key }: CalendarSegment) => `${date} ${key}`;

/** A week in columns. One segment is in the tab order; the arrow keys move to the others. */
export function CalendarWeek({ days, today, onOpen }: CalendarDaysProps) {
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
          <div className={styles.track} data-day="">
            {day.segments.map((segment, index) => (
              <button
                key={segment.key}
                type="button"
                className={styles.segment}
                data-colour={segment.colour ?? 'none'}
                data-start={segment.start}
                style={{ top: `${segment.start}%`, height: `${segment.length}%` }}
                tabIndex={isCurrent(day, segment, index) ? 0 : -1}
                aria-label={getSegmentLabel(day.date, segment)}
                title={`${segment.from} – ${segment.to} ${segment.name ?? 'Standby image'}`}
                onKeyDown={moveFocus}
                onFocus={() => setCurrent(keyOf(day.date, segment))}
                onClick={() => onOpen(day.date, segment)}
              >
                {segment.length >= MIN_NAME_LENGTH && <span className={styles.name}>{segment.name ?? 'Standby'}</span>}
                {segment.losses.length > 0 && <span className={styles.lost} aria-hidden="true" />}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

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
