import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: 'small' | 'medium';
}

export function Dialog({ isOpen, onClose, title, description, children, footer, size = 'small' }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={`${styles.popup} ${styles[size]}`}>
            <header className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" icon={<CloseIcon />} />} />
            </header>
            <div className={styles.body}>
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              {children}
            </div>
            {footer && <footer className={styles.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
