import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import { Row } from './layout.tsx';
import styles from './toggles.module.css';

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
    <Row align="center" justify="between" gap={4}>
      {!isLabelHidden && <span id={id}>{label}</span>}
      <Switch.Root
        className={styles.track}
        checked={isOn}
        onCheckedChange={onChange}
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
      >
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
    </Row>
  );
}

/** Handled by the click, which includes the Shift key. */
const stopPropagation = () => undefined;

interface CheckCircleProps {
  label: string;
  isOn: boolean;
  /** Called when the circle is clicked. `isRange` (Shift) selects everything between the last item and this one. */
  onPick: (isRange: boolean) => void;
  isOnPicture?: boolean;
}

/** Selects an item of a list. */
export const CheckCircle = ({ label, isOn, onPick, isOnPicture = false }: CheckCircleProps) => (
  <span className={styles.circle} data-on-picture={isOnPicture ? '' : undefined}>
    <input type="checkbox" aria-label={label} checked={isOn} onChange={stopPropagation} onClick={(event) => onPick(event.shiftKey)} />
  </span>
);

/** A choice that stands in a row of fields, as high as they are. */
export function CheckField({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.checkField}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
