import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Spinner } from './loading.tsx';

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

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Action of the button, for screen readers and as a tooltip. */
  label: string;
  icon: ReactNode;
  /** `onPicture` stands on photographs, in both themes. */
  look?: 'plain' | 'onPicture';
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, icon, look = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={`${styles.iconButton} ${styles[look]} ${className ?? ''}`}>
      {icon}
    </button>
  );
}
