import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { AppError, messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { keys } from '../../../lib/query-keys.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deleteAlbum } from '../api/albums.ts';

export function DeleteAlbumDialog({ album, isOpen, onClose }: { album?: Album; isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (albumId: string) => deleteAlbum(albumId),
    onSuccess: ({ message }) => {
      for (const queryKey of [keys.albums, keys.playlists, keys.publishes]) void client.invalidateQueries({ queryKey });
      toast.success(message ?? 'Album deleted.');
      onClose();
    },
    onError: (error) => {
      toast.error(error instanceof AppError && error.status === 404 ? 'You are not authorized to delete the album' : messageOf(error));
      onClose();
    },
  });
  const count = (album?.imageCount ?? 0) + (album?.videoCount ?? 0);
  return (
    <ConfirmDialog
      isOpen={isOpen && album !== undefined}
      onClose={onClose}
      onConfirm={() => album && remove.mutate(album._id)}
      title={`Delete “${album?.name ?? ''}”?`}
      consequence={
        count > 0
          ? `${countOf(count, 'photo or video', 'photos and videos')} in it will be deleted for good, and disappear from every playlist and screen that shows them.`
          : 'The album is empty. It will also leave the playlists it is in.'
      }
      confirmLabel="Delete album"
      isBusy={remove.isPending}
    />
  );
}
