import type { Address } from '@vitrine/contract/profile';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteAddress } from '../api/profile-mutations.ts';

interface DeleteAddressDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  address?: Address;
}

export function DeleteAddressDialog({ isOpen, onClose, userId, address }: DeleteAddressDialogProps) {
  const remove = useDeleteAddress(userId, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Address deleted.');
    },
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && address !== undefined}
      onClose={onClose}
      onConfirm={() => address && remove.mutate(address._id)}
      title={`Delete “${address?.street ?? ''}”?`}
      consequence="The address will be deleted from your account. Past orders don’t change."
      confirmLabel="Delete address"
      isBusy={remove.isPending}
    />
  );
}
