import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** `full` fills the window. */
  size?: 'small' | 'medium' | 'full';
  /** True when a click outside closes it; false when input could be lost. */
  closesOutside?: boolean;
}

export function Dialog({ isOpen, onClose, title, description, children, footer, size = 'small', closesOutside = true }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()} disablePointerDismissal={!closesOutside}>
      <Base.Portal>
        {/* Also over the dialog it was opened from, which would look like a part of it. */}
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={`${styles.popup} ${styles[size]}`} initialFocus={(opened) => firstField(body.current, opened)}>
            <header className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" icon={<CloseIcon />} />} />
            </header>
            <div ref={body} className={styles.body}>
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

/** The first field that waits for something. Not after a touch, which would bring up the keyboard unasked. */
function firstField(body: HTMLElement | null, opened: string): HTMLElement | true {
  if (opened === 'touch') return true;
  return body?.querySelector<HTMLElement>('input:placeholder-shown') ?? body?.querySelector<HTMLElement>('input:not([readonly])') ?? true;
}

/** Closes after a delay, so that the success message can be read, unless it was closed before. */
export function useDelayedClose(isDone: boolean, close: () => void, delayMs: number): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => closeNow(), delayMs);
    return () => clearTimeout(timer);
  }, [isDone, delayMs]);
}
