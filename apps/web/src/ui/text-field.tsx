import { type FormEvent, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';
import { Text } from './text.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** Marked visually and for screen readers. Missing values are reported by the form's validation, not by the browser. */
  required?: boolean;
  error?: string;
  hint?: ReactNode;
  /** Stands inside the field, at its end. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, hint, trailing, className, required, ...rest }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label className={styles.label} htmlFor={id} data-required={required ? '' : undefined}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <input
          id={id}
          {...rest}
          className={styles.input}
          onInput={rest.type === 'password' ? undefined : dropLeadingSpace}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
        />
        {trailing}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

/** Nothing begins with a space (specification 1 §5); the caret stays where it is in the words. Before onChange sees it. */
function dropLeadingSpace({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const text = input.value.trimStart();
  const dropped = input.value.length - text.length;
  if (dropped === 0) return;
  // Null for the types that have no caret to speak of, such as email.
  const caret = input.selectionStart;
  input.value = text;
  if (caret !== null) input.setSelectionRange(Math.max(0, caret - dropped), Math.max(0, caret - dropped));
}

export function FieldNote({ id, error, hint }: { id: string; error?: string; hint?: ReactNode }) {
  if (error) {
    return (
      <Text id={id} size="sm" tone="danger" role="alert">
        {error}
      </Text>
    );
  }
  return hint ? (
    <Text id={id} size="sm" tone="soft">
      {hint}
    </Text>
  ) : null;
}

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

/** Explains the mark of required fields. Hidden from screen readers, which announce each required field, and in forms without such fields. */
export function RequiredNote() {
  return (
    <p className={styles.requiredNote} aria-hidden="true">
      <span>*</span> Required
    </p>
  );
}

/** Error of a whole form, such as the server's reason for refusing it. */
export function FormError({ size = 'sm', children }: { size?: 'sm' | 'base'; children: ReactNode }) {
  return (
    <Text role="alert" tone="danger" size={size} className={styles.formError}>
      {children}
    </Text>
  );
}
