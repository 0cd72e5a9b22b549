import type { Organisation } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useLeaveFamily } from '../api/family-mutations.ts';
import { getBelongingsLabel } from '../family-labels.ts';

interface LeaveFamilyDialogProps {
  family: Organisation;
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** That one has left is told by whoever follows where one belongs, as it is when somebody else says so. */
export function LeaveFamilyDialog({ family, userId, isOpen, onClose }: LeaveFamilyDialogProps) {
  const leave = useLeaveFamily(userId, {
    onSuccess: onClose,
    onError: (error) => {
      toast.error(getErrorMessage(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => leave.mutate(family.id)}
      title={`Leave “${family.name}”?`}
      consequence={`You’ll lose access to ${getBelongingsLabel(family)}. Anything you added stays with the family, and its screens keep playing. You keep your own albums, playlists and screens. Only ${family.owner.name} can invite you again.`}
      confirmLabel="Leave family"
      isBusy={leave.isPending}
    />
  );
}
