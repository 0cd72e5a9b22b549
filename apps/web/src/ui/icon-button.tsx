import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './icon-button.module.css';

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
    <button type="button" aria-label={label} title={label} {...rest} className={`${styles.button} ${styles[look]} ${className ?? ''}`}>
      {icon}
    </button>
  );
}
