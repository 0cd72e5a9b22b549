import { type Ref, type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';
import { FieldNote } from './text-field.tsx';

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines; grows with what is written where the browser can. */
export function TextAreaField({ label, error, className, rows = 4, required, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label className={styles.label} htmlFor={id} data-required={required ? '' : undefined}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <textarea
          id={id}
          rows={rows}
          {...rest}
          className={`${styles.input} ${styles.lines}`}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
        />
      </div>
      <FieldNote id={noteId} error={error} />
    </div>
  );
}
