import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';
import styles from './field.module.css';
import { ChevronDownIcon } from './icons.tsx';
import { FieldNote } from './text-field.tsx';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  error?: string;
  hint?: ReactNode;
  ref?: Ref<HTMLSelectElement>;
}

/** Native select, which handles long lists best on phones and with the keyboard. */
export function SelectField({ label, options, placeholder, error, hint, required, ...rest }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id} data-required={required ? '' : undefined}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <select
          id={id}
          {...rest}
          className={`${styles.input} ${styles.select}`}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className={styles.chevron} />
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
