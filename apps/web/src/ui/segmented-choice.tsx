import { useId } from 'react';
import styles from './segmented-choice.module.css';
import { VisuallyHidden } from './text.tsx';

interface SegmentedChoiceProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string }[];
}

/** A few alternatives side by side: radio buttons in another dress. */
export function SegmentedChoice<T extends string>({ label, value, onChange, choices }: SegmentedChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
