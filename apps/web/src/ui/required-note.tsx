import styles from './field.module.css';

/** What the sign beside a label means. Hidden from those who listen, who hear of each field that it is required; and in a form without such fields. */
export function RequiredNote() {
  return (
    <p className={styles.requiredNote} aria-hidden="true">
      <span>*</span> Required
    </p>
  );
}
