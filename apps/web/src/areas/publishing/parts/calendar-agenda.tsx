import { formatCount } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Text } from '../../../ui/text.tsx';
import { describeOffTimes, formatCalendarDay, formatSegmentTimes } from '../calendar-layout.ts';
import { getSegmentLabel } from './calendar-segment-label.ts';
import type { CalendarDaysProps } from './calendar-week.tsx';
import styles from './schedule-calendar.module.css';
import colours from './schedule-colours.module.css';

/** Days below each other, each with what it shows. */
export function CalendarAgenda({ days, today, onOpen }: CalendarDaysProps) {
  return (
    <div className={`${styles.agenda} ${colours.colours}`}>
      {days.map((day) => {
        const { date, segments } = day;
        const offTimes = describeOffTimes(day);
        return (
          <section key={date} aria-label={formatCalendarDay(date)}>
            <h3 className={styles.agendaDay} data-today={date === today ? '' : undefined}>
              {formatCalendarDay(date)}
            </h3>
            {offTimes !== null && (
              <p className={styles.offTimes}>
                <span className={styles.offMark} aria-hidden="true" />
                {offTimes}
              </p>
            )}
            <ul className={styles.rows}>
              {segments.map((segment) => (
                <li key={segment.key}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-label={getSegmentLabel(date, segment)}
                    onClick={() => onOpen(date, segment)}
                  >
                    <span className={styles.dot} data-colour={segment.colour ?? 'none'} />
                    <Text as="span" tone="soft" isTabular>
                      {formatSegmentTimes(segment)}
                    </Text>
                    <span className={styles.rowName}>{segment.name ?? 'Standby image'}</span>
                    {segment.losses.length > 0 && (
                      <Badge>{formatCount(new Set(segment.losses.map(({ publishId }) => publishId)).size, 'hidden schedule')}</Badge>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
