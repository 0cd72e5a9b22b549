import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './switch-field.module.css';

export function SwitchField({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <span id={id}>{label}</span>
      <Switch.Root className={styles.track} checked={isOn} onCheckedChange={onChange} aria-labelledby={id}>
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </div>
  );
}
