import styles from './check-circle.module.css';

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
  <span className={styles.check} data-on-picture={isOnPicture ? '' : undefined}>
    <input type="checkbox" aria-label={label} checked={isOn} onChange={stopPropagation} onClick={(event) => onPick(event.shiftKey)} />
  </span>
);
