import { useId } from 'react';
import { FieldNote } from './text-field.tsx';
import { WEEKDAYS } from './weekday-names.ts';
import styles from './weekdays-field.module.css';

interface WeekdaysFieldProps {
  /** 0 Sunday to 6 Saturday. */
  chosen: readonly number[];
  onChange: (days: number[]) => void;
  error?: string;
  hint?: string;
}

/** Checkboxes for the days of the week. */
export function WeekdaysField({ chosen, onChange, error, hint }: WeekdaysFieldProps) {
  const noteId = useId();
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day].toSorted((one, other) => one - other));
  return (
    <fieldset className={styles.days} aria-describedby={noteId}>
      <legend className={styles.legend}>Days</legend>
      {WEEKDAYS.map((name, day) => (
        <label key={name} className={styles.day}>
          <input type="checkbox" checked={chosen.includes(day)} onChange={() => toggle(day)} />
          {name}
        </label>
      ))}
      <FieldNote id={noteId} error={error} hint={hint} />
    </fieldset>
  );
}
