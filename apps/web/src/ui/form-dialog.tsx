import type { FormEventHandler, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  isSubmitting: boolean;
  /** While something without which there is nothing to save is missing. */
  isSubmitDisabled?: boolean;
  /** The act cannot be taken back. */
  isDanger?: boolean;
  /** What the server refused, in words, and what can be done about it. */
  failure?: ReactNode;
  closesOutside?: boolean;
  size?: DialogProps['size'];
  children: ReactNode;
}

export function FormDialog({
  isOpen,
  onClose,
  onSubmit,
  title,
  description,
  submitLabel,
  isSubmitting,
  isSubmitDisabled,
  isDanger,
  failure,
  closesOutside,
  size,
  children,
}: FormDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description} closesOutside={closesOutside} size={size}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {children}
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isLoading={isSubmitting} disabled={isSubmitDisabled}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
