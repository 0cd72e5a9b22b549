import { useState } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './schedule-form.module.css';

interface DateListFieldProps {
  label: string;
  addLabel: string;
  /** YYYY-MM-DD. */
  dates: readonly string[];
  onChange: (dates: string[]) => void;
  error?: string;
}

/** A list of dates, each with a button that removes it, and a field that adds one. */
export function DateListField({ label, addLabel, dates, onChange, error }: DateListFieldProps) {
  const [date, setDate] = useState('');
  const add = () => {
    onChange([...new Set([...dates, date])].toSorted());
    setDate('');
  };
  return (
    <div className={styles.dates}>
      <div className={styles.addition}>
        <TextField label={label} type="date" value={date} onChange={(event) => setDate(event.target.value)} error={error} />
        <Button onClick={add} disabled={date === ''}>
          {addLabel}
        </Button>
      </div>
      {dates.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {dates.map((day) => (
            <li key={day}>
              <button
                type="button"
                className={styles.chip}
                aria-label={`Remove ${formatDay(day)}`}
                onClick={() => onChange(dates.filter((other) => other !== day))}
              >
                {formatDay(day)}
                <CloseIcon size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
