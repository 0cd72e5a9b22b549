import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Names the object: 'Delete “Summer”?' */
  title: string;
  /** Effect of the action. */
  consequence: ReactNode;
  confirmLabel: string;
  /** For actions that 'Cancel' could be mistaken for. */
  cancelLabel?: string;
  isBusy: boolean;
}

export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  consequence,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} forceRender />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={`${styles.popup} ${styles.small}`}>
            <header className={styles.header}>
              <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            </header>
            <div className={styles.body}>
              <AlertDialog.Description className={styles.description}>{consequence}</AlertDialog.Description>
              <div className={styles.actions}>
                <AlertDialog.Close render={<Button kind="quiet">{cancelLabel}</Button>} />
                <Button kind="danger" onClick={onConfirm} isLoading={isBusy}>
                  {confirmLabel}
                </Button>
              </div>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
