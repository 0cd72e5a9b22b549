import styles from './check-circle.module.css';

/** The click decides: it tells about Shift as well. */
const stopPropagation = () => undefined;

interface CheckCircleProps {
  label: string;
  isOn: boolean;
  /** With Shift everything between the last one and this. */
  onPick: (isRange: boolean) => void;
  isOnPicture?: boolean;
}

/** Selects one of many things in a list. */
export const CheckCircle = ({ label, isOn, onPick, isOnPicture = false }: CheckCircleProps) => (
  <span className={styles.check} data-on-picture={isOnPicture ? '' : undefined}>
    <input type="checkbox" aria-label={label} checked={isOn} onChange={stopPropagation} onClick={(event) => onPick(event.shiftKey)} />
  </span>
);
