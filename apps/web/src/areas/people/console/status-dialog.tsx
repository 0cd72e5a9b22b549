import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetAccountStatus } from './api/people-mutations.ts';
import { getRefusalMessage } from './people-labels.ts';

/** Before an account is deactivated: what that does, and to whom. */
export function StatusDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const change = useSetAccountStatus({
    onSuccess: ({ message }) => toast.success(message ?? BUSINESS_MESSAGES.accountDeactivated),
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.statusRefused)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !change.isPending && change.mutate({ person, status: false })}
      title={`Deactivate “${person.name}”?`}
      consequence={`${person.email} is signed out everywhere at once, cannot sign in any more, and is told by email. Screens go on playing, nothing is deleted, and you can activate the account again.`}
      confirmLabel="Deactivate"
      isBusy={change.isPending}
    />
  );
}
