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
      consequence={`${person.email} will be signed out everywhere, won’t be able to sign in and will be notified by email. Screens keep playing and nothing is deleted. You can activate the account again at any time.`}
      confirmLabel="Deactivate account"
      isBusy={change.isPending}
    />
  );
}
