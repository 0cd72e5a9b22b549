import type { Album } from '@vitrine/contract/albums';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useLeaveAlbum } from '../api/album-mutations.ts';
import { NOT_AUTHORIZED_TO_DELETE } from './delete-album-dialog.tsx';

interface LeaveAlbumDialogProps {
  album?: Album;
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** A member takes themselves out of an album that is shared with them. */
export function LeaveAlbumDialog({ album, userId, isOpen, onClose }: LeaveAlbumDialogProps) {
  const leave = useLeaveAlbum(userId, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onClose();
    },
    onError: (error) => {
      toast.error(error instanceof AppError && error.status === 404 ? NOT_AUTHORIZED_TO_DELETE : getErrorMessage(error));
      onClose();
    },
  });
  const owner = album?.sharedBy[0]?.name ?? 'The owner';
  return (
    <ConfirmDialog
      isOpen={isOpen && album !== undefined}
      onClose={onClose}
      onConfirm={() => album && leave.mutate(album._id)}
      title={`Remove “${album?.name ?? ''}”?`}
      consequence={`You’ll lose access to this album. Photos and videos you added stay in it. ${owner} can share it with you again.`}
      confirmLabel="Remove album"
      isBusy={leave.isPending}
    />
  );
}
