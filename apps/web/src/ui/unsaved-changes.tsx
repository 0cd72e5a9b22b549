import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Search = Record<string, unknown>;

interface LeaveUnsavedProps {
  isChanged: boolean;
  /** Sentence that describes what would be lost. */
  consequence: string;
  /** Returns what is edited according to the address. Navigation within the page that keeps it is allowed. */
  formOf?: (search: Search) => unknown;
}

/** Asks before unsaved changes are lost by navigation or by closing the tab. */
export function UnsavedChangesPrompt({ isChanged, consequence, formOf }: LeaveUnsavedProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && !(formOf && current.pathname === next.pathname && formOf(current.search as Search) === formOf(next.search as Search)),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <LeaveDialog
      isOpen={blocker.status === 'blocked'}
      consequence={consequence}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

/** Asks before a form with unsaved changes is replaced by another one on the same page. */
export function useAskBeforeReplacing(isChanged: boolean, consequence: string) {
  const [waiting, setWaiting] = useState<() => void>();
  const ask = (replace: () => void) => (isChanged ? setWaiting(() => replace) : replace());
  const dialog = (
    <LeaveDialog
      isOpen={waiting !== undefined}
      consequence={consequence}
      onStay={() => setWaiting(undefined)}
      onLeave={() => {
        setWaiting(undefined);
        waiting?.();
      }}
    />
  );
  return { ask, dialog };
}

interface LeaveDialogProps {
  isOpen: boolean;
  consequence: string;
  onStay: () => void;
  onLeave: () => void;
}

const LeaveDialog = ({ isOpen, consequence, onStay, onLeave }: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onClose={onStay}
    onConfirm={onLeave}
    title="Leave without saving?"
    consequence={consequence}
    confirmLabel="Leave"
    isBusy={false}
  />
);
