import { useState } from 'react';
import { WEEKDAYS } from '../../../ui/weekday-names.ts';
import { type CalendarDay, countLeadingCells, describeOffTimes, formatCalendarDay } from '../calendar-layout.ts';
import { CalendarAgenda } from './calendar-agenda.tsx';
import type { CalendarDaysProps } from './calendar-week.tsx';
import styles from './schedule-calendar.module.css';
import colours from './schedule-colours.module.css';

const NAMES_SHOWN = 3;

/** A month in weeks. A chosen day is listed below. */
export function CalendarMonth({ days, today, onOpen }: CalendarDaysProps) {
  const [chosen, setChosen] = useState(days.some(({ date }) => date === today) ? today : days[0]?.date);
  const shown = days.filter(({ date }) => date === chosen);
  return (
    <>
      <div className={`${styles.month} ${colours.colours}`}>
        {WEEKDAYS.map((name) => (
          <span key={name} className={styles.weekday} aria-hidden="true">
            {name}
          </span>
        ))}
        {days.map((day, index) => (
          <button
            key={day.date}
            type="button"
            className={styles.cell}
            style={index === 0 ? { gridColumnStart: countLeadingCells(days.map(({ date }) => date)) + 1 } : undefined}
            aria-pressed={day.date === chosen}
            aria-label={getDayLabel(day)}
            onClick={() => setChosen(day.date)}
          >
            <span className={styles.number} data-today={day.date === today ? '' : undefined}>
              {Number(day.date.slice(8))}
            </span>
            <span className={styles.bar}>
              {day.segments.map(({ key, colour, start, length }) => (
                <span key={key} data-colour={colour ?? 'none'} style={{ left: `${start}%`, width: `${length}%` }} />
              ))}
              {day.off.map(({ start, length }) => (
                <span key={start} className={styles.offBar} style={{ left: `${start}%`, width: `${length}%` }} />
              ))}
            </span>
            {listNames(day)
              .slice(0, NAMES_SHOWN)
              .map(({ name, colour }) => (
                <span key={name} className={styles.entry}>
                  <span className={styles.dot} data-colour={colour ?? 'none'} />
                  <span className={styles.entryName}>{name}</span>
                </span>
              ))}
            {listNames(day).length > NAMES_SHOWN && <span className={styles.entry}>{`+${listNames(day).length - NAMES_SHOWN} more`}</span>}
          </button>
        ))}
      </div>
      <CalendarAgenda days={shown} today={today} onOpen={onOpen} />
    </>
  );
}

/** Lists what a day shows, each playlist once and the standby image last. */
function listNames({ segments }: CalendarDay): { name: string; colour: number | null }[] {
  const shown = new Map(segments.map(({ publishId, name, colour }) => [publishId, { name: name ?? 'Standby image', colour }]));
  return [...shown.values()].toSorted((one, other) => Number(one.colour === null) - Number(other.colour === null));
}

const getDayLabel = (day: CalendarDay): string =>
  `${formatCalendarDay(day.date)}: ${listNames(day)
    .map(({ name }) => name)
    .join(', ')}${day.off.length > 0 ? `. ${describeOffTimes(day)}` : ''}`;
