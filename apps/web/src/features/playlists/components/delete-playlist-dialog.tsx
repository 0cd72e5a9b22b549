import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Playlist } from '@vitrine/contract/playlists';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deletePlaylist } from '../api/playlists.ts';

interface DeletePlaylistDialogProps {
  playlist?: Pick<Playlist, '_id' | 'name' | 'abilities'>;
  isOpen: boolean;
  onClose: () => void;
  /** Instead of closing. */
  onDeleted?: () => void;
}

export function DeletePlaylistDialog({ playlist, isOpen, onClose, onDeleted = onClose }: DeletePlaylistDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (playlistId: string) => deletePlaylist(playlistId),
    onSuccess: ({ message }) => {
      for (const queryKey of [playlistKeys.all, deviceKeys.all, publishKeys.all]) void client.invalidateQueries({ queryKey });
      toast.success(message ?? 'Playlist deleted.');
      onDeleted();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen && playlist?.abilities.delete === true}
      onClose={onClose}
      onConfirm={() => playlist && remove.mutate(playlist._id)}
      title={`Delete “${playlist?.name ?? ''}”?`}
      consequence="Screens that show it stop doing so. The albums and everything in them stay."
      confirmLabel="Delete playlist"
      isBusy={remove.isPending}
    />
  );
}
