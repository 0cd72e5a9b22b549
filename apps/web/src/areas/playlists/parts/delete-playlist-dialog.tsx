import type { Playlist } from '@vitrine/contract/playlists';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeletePlaylist } from '../api/playlist-mutations.ts';

interface DeletePlaylistDialogProps {
  playlist?: Pick<Playlist, '_id' | 'name' | 'abilities'>;
  isOpen: boolean;
  onClose: () => void;
  /** Instead of closing. */
  onDeleted?: () => void;
}

export function DeletePlaylistDialog({ playlist, isOpen, onClose, onDeleted = onClose }: DeletePlaylistDialogProps) {
  const remove = useDeletePlaylist({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Playlist deleted.');
      onDeleted();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && playlist?.abilities.delete === true}
      onClose={onClose}
      onConfirm={() => playlist && remove.mutate(playlist._id)}
      title={`Delete “${playlist?.name ?? ''}”?`}
      consequence="The playlist is removed from all screens. Its albums, photos and videos are kept."
      confirmLabel="Delete playlist"
      isBusy={remove.isPending}
    />
  );
}
