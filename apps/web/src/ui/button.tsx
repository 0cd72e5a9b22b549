import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** For links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'secondary', size: 'medium' | 'large' = 'medium'): string {
  return [styles.button, styles[kind], size === 'large' ? styles.large : ''].join(' ');
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  size?: 'medium' | 'large';
  /** Keeps its width, cannot be pressed, and is announced as busy. */
  isLoading?: boolean;
  icon?: ReactNode;
}

export function Button({
  kind = 'secondary',
  size = 'medium',
  isLoading = false,
  icon,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(kind, size)} ${className ?? ''}`}
      disabled={disabled || isLoading}
      aria-busy={isLoading || undefined}
    >
      <span className={isLoading ? styles.hidden : styles.inner}>
        {icon}
        {children}
      </span>
      {isLoading && <Spinner className={styles.spinner} />}
    </button>
  );
}
