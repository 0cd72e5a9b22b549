import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface KeepTypedProps {
  /** Somebody closes the dialog by Esc or its cross. */
  isAsked: boolean;
  /** The dialog closes with the answer to what was sent, or by its Cancel. */
  mayClose: () => boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks whoever closes a dialog, or goes back from it, before what they entered is lost. */
export function DiscardInputPrompt({ isAsked, mayClose, onKeep, onDiscard }: KeepTypedProps) {
  const isDiscarded = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      // A link in the dialog, such as the one to other plans, is an answer; the end of a session is no choice of theirs.
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
