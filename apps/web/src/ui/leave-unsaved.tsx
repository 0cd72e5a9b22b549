import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveUnsavedProps {
  isChanged: boolean;
  /** What would be lost, as a sentence. */
  consequence: string;
  /** The part of the address that says what is edited, where other parts may change meanwhile. */
  param?: string;
}

/** Asks whoever is about to leave what they have not saved, also by closing the tab. */
export function LeaveUnsaved({ isChanged, consequence, param }: LeaveUnsavedProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && !(param && current.pathname === next.pathname && valueOf(current.search, param) === valueOf(next.search, param)),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      consequence={consequence}
      confirmLabel="Leave"
      isBusy={false}
    />
  );
}

const valueOf = (search: object, param: string): unknown => (search as Record<string, unknown>)[param];
