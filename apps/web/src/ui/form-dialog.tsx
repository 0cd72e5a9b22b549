import { useBlocker } from '@tanstack/react-router';
import { type FocusEvent, type FormEvent, type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './dialog.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FormError, RequiredNote } from './text-field.tsx';

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
        {failure && <FormError>{failure}</FormError>}
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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Types of fields whose content is not worth keeping: passwords and filters. */
const IGNORED_TYPES = new Set(['password', 'search', 'file']);

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const getFieldValue = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : field.value;

interface Submission {
  isOpen: boolean;
  isSubmitting: boolean;
  hasFailed: boolean;
}

/** Returns whether a dialog's form contains unsaved input, and handlers for the form. */
function useHasUnsavedInput({ isOpen, isSubmitting, hasFailed }: Submission) {
  const before = useRef(new Map<Field, string>());
  const [isTyped, setIsTyped] = useState(false);
  const [last, setLast] = useState({ isOpen, isSubmitting });
  /** Grows whenever what stands in the fields becomes what stood there before. */
  const [round, setRound] = useState(0);
  if (last.isOpen !== isOpen || last.isSubmitting !== isSubmitting) {
    setLast({ isOpen, isSubmitting });
    // Saved input cannot be lost, although some dialogs stay open for a message. Computed in the render that ends the submission, because navigation caused
    // by the same response may precede any effect and would be blocked.
    const isSaved = last.isSubmitting && !isSubmitting && !hasFailed;
    if (!isOpen || isSaved) {
      setIsTyped(false);
      setRound(round + 1);
    }
  }
  useEffect(() => before.current.clear(), [round]);
  const onFocus = ({ target }: FocusEvent) => {
    if (isField(target) && !IGNORED_TYPES.has(target.type) && !before.current.has(target))
      before.current.set(target, getFieldValue(target));
  };
  const onInput = ({ target }: FormEvent) => {
    if (!isField(target) || !before.current.has(target)) return;
    setIsTyped([...before.current].some(([field, value]) => field.isConnected && getFieldValue(field) !== value));
  };
  return { isTyped: isOpen && isTyped, handlers: { onFocus, onInput } };
}

interface KeepTypedProps {
  /** True when the user closes the dialog by Escape or its close button. */
  isAsked: boolean;
  /** The dialog closes with the answer to what was sent, or by its Cancel. */
  mayClose: () => boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Confirms before the input of a dialog is lost because the user closes it or navigates back. */
function DiscardInputPrompt({ isAsked, mayClose, onKeep, onDiscard }: KeepTypedProps) {
  const isDiscarded = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      // A link in the dialog is a decision as well, and the end of a session cannot be prevented.
      const leadsOn = action === 'PUSH' && next.pathname !== current.pathname;
      return !isDiscarded.current && !mayClose() && !leadsOn && next.pathname !== '/login';
    },
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={isAsked || blocker.status === 'blocked'}
      onClose={() => {
        blocker.reset?.();
        onKeep();
      }}
      onConfirm={() => {
        isDiscarded.current = true;
        if (blocker.status === 'blocked') blocker.proceed();
        else onDiscard();
      }}
      title="Discard changes?"
      consequence="Your changes haven’t been saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isBusy={false}
    />
  );
}
