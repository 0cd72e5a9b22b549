import { useEffect, useState } from 'react';
import type { DayLineLayout } from '../day-line-layout.ts';
import styles from './day-line.module.css';

/** Narrower pieces have no room for a name, in percent of the day. */
const MIN_LABEL_WIDTH = 12;
const HOURS = [0, 6, 12, 18, 24];
const LABELS = ['12 AM', '6 AM', '12 PM', '6 PM', '12 AM'];

/** A device's day in one line: what shows when, the gaps, and where its clock stands. */
export function DayLine({ line: { pieces, off, now }, name }: { line: DayLineLayout; name: string }) {
  return (
    <div className={styles.line}>
      <div className={styles.track} aria-hidden="true">
        {pieces.map((piece) => (
          <span
            key={piece.key}
            className={styles.piece}
            data-colour={piece.colour ?? 'none'}
            style={{ left: `${piece.left}%`, width: `${piece.width}%` }}
            title={piece.words}
          >
            {piece.width >= MIN_LABEL_WIDTH && (piece.name ?? 'Standby')}
          </span>
        ))}
        {off.map(({ key, left, width, words }) => (
          <span key={key} className={styles.off} style={{ left: `${left}%`, width: `${width}%` }} title={words}>
            {width >= MIN_LABEL_WIDTH && 'Off'}
          </span>
        ))}
        {now !== null && <span className={styles.now} style={{ left: `${now}%` }} />}
      </div>
      <ul className={styles.words} aria-label={`Day plan for ${name}`}>
        {[...pieces, ...off].map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

/** The hours over the lines. */
export const DayHours = () => (
  <span className={styles.hours} aria-hidden="true">
    {HOURS.map((hour, index) => (
      <span key={hour} style={{ left: `${(hour / 24) * 100}%` }} data-edge={hour === 0 ? 'start' : hour === 24 ? 'end' : undefined}>
        {LABELS[index]}
      </span>
    ))}
  </span>
);

const MINUTE_MS = 60_000;

/** Returns the current minute in epoch milliseconds and rerenders when the next one starts. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
