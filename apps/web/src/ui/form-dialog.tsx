import { type FormEventHandler, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';
import { DiscardInputPrompt } from './keep-typed.tsx';
import { RequiredNote } from './required-note.tsx';
import { useHasUnsavedInput } from './use-typed.ts';

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  isSubmitting: boolean;
  /** True while something required is missing. */
  isSubmitDisabled?: boolean;
  /** The act cannot be taken back. */
  isDanger?: boolean;
  /** Error of the server, with what can be done about it. */
  failure?: ReactNode;
  closesOutside?: boolean;
  size?: DialogProps['size'];
  children: ReactNode;
}

/** Form in a dialog that does not lose input: a click outside does nothing, and Escape asks first. Cancel closes immediately. */
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
  closesOutside = true,
  size,
  children,
}: FormDialogProps) {
  const { isTyped, handlers } = useHasUnsavedInput({ isOpen, isSubmitting, hasFailed: Boolean(failure) });
  const [isAsked, setIsAsked] = useState(false);
  const isCancelled = useRef(false);
  const close = () => {
    isCancelled.current = false;
    if (isTyped) setIsAsked(true);
    else onClose();
  };
  const cancel = () => {
    isCancelled.current = true;
    setIsAsked(false);
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} description={description} closesOutside={closesOutside && !isTyped} size={size}>
      <form className={styles.form} onSubmit={onSubmit} noValidate {...handlers}>
        {children}
        <RequiredNote />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" isLoading={isSubmitting} disabled={isSubmitDisabled}>
            {submitLabel}
          </Button>
        </div>
      </form>
      {isTyped && (
        <DiscardInputPrompt
          isAsked={isAsked}
          mayClose={() => isCancelled.current || isSubmitting}
          onKeep={() => setIsAsked(false)}
          onDiscard={cancel}
        />
      )}
    </Dialog>
  );
}
