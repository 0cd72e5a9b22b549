import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteAlbum, useRestoreFromBin } from '../api/album-mutations.ts';

export const NOT_AUTHORIZED_TO_DELETE = 'You are not authorized to delete the album';

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
  const count = (album?.imageCount ?? 0) + (album?.videoCount ?? 0);
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
