import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface KeepTypedProps {
  /** True when the user closes the dialog by Escape or its close button. */
  isAsked: boolean;
  /** The dialog closes with the answer to what was sent, or by its Cancel. */
  mayClose: () => boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Confirms before the input of a dialog is lost because the user closes it or navigates back. */
export function DiscardInputPrompt({ isAsked, mayClose, onKeep, onDiscard }: KeepTypedProps) {
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
