import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  /** Hides the label visually when the context shows it. */
  isLabelHidden?: boolean;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function SwitchField({ label, isLabelHidden = false, isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      {!isLabelHidden && <span id={id}>{label}</span>}
      <Switch.Root
        className={styles.track}
        checked={isOn}
        onCheckedChange={onChange}
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
  );
}
