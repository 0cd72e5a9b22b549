import styles from './field.module.css';

/** Explains the mark of required fields. Hidden from screen readers, which announce each required field, and in forms without such fields. */
export function RequiredNote() {
  return (
    <p className={styles.requiredNote} aria-hidden="true">
      <span>*</span> Required
    </p>
  );
}
