import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { countItems } from '@vitrine/contract/media-kinds';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteAlbum } from '../api/albums.ts';
import { useRestoreFromBin } from '../api/bin.ts';
import { useLeaveAlbum } from '../api/sharing.ts';

const NOT_AUTHORIZED_TO_DELETE = 'You are not authorized to delete the album';

export function DeleteAlbumDialog({ album, isOpen, onClose }: { album?: Album; isOpen: boolean; onClose: () => void }) {
  const restore = useRestoreFromBin({ onError: (error) => toast.error(getErrorMessage(error)) });
  const undo = ({ _id, name, createdBy }: Album) =>
    restore.mutateAsync({ ownerId: createdBy, albumIdArr: [_id] }).then(
      () => toast.success(`“${name}” restored.`),
      () => undefined,
    );
  const remove = useDeleteAlbum({
    onSuccess: ({ message }, gone) => {
      toast.success(message ?? 'Album deleted.', { action: { label: 'Undo', onSelect: () => void undo(gone) } });
      onClose();
    },
    onError: (error) => {
      toast.error(error instanceof AppError && error.status === 404 ? NOT_AUTHORIZED_TO_DELETE : getErrorMessage(error));
      onClose();
    },
  });
  const count = album ? countItems(album) : 0;
  const contents = count > 0 ? ` with ${formatCount(count, 'item', 'items')}` : '';
  return (
    <ConfirmDialog
      isOpen={isOpen && album !== undefined}
      onClose={onClose}
      onConfirm={() => album && remove.mutate(album)}
      title={`Delete “${album?.name ?? ''}”?`}
      consequence={`The album${contents} will be removed from all playlists and screens and from everyone it’s shared with. You can restore it from Trash for ${LIMITS.binDays} days.`}
      confirmLabel="Delete album"
      isBusy={remove.isPending}
    />
  );
}

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
