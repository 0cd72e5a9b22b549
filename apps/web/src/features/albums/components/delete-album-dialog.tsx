import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { mediaKeys } from '../../../entities/media/media-keys.ts';
import { playlistKeys } from '../../../entities/playlists/playlist-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { AppError, messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deleteAlbum } from '../api/albums.ts';
import { restore } from '../api/bin.ts';

export const notAuthorizedToDelete = 'You are not authorized to delete the album';

export function DeleteAlbumDialog({ album, isOpen, onClose }: { album?: Album; isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const changed = () => {
    for (const queryKey of [albumKeys.all, mediaKeys.all, playlistKeys.all, publishKeys.all, accountKeys.storages])
      void client.invalidateQueries({ queryKey });
  };
  const undo = ({ _id, name, createdBy }: Album) =>
    restore(createdBy, { albumIdArr: [_id] })
      .then(() => {
        changed();
        toast.success(`“${name}” is back.`);
      })
      .catch((error: unknown) => toast.error(messageOf(error)));
  const remove = useMutation({
    mutationFn: (gone: Album) => deleteAlbum(gone._id),
    onSuccess: ({ message }, gone) => {
      changed();
      toast.success(message ?? 'Album deleted.', { action: { label: 'Undo', onSelect: () => void undo(gone) } });
      onClose();
    },
    onError: (error) => {
      toast.error(error instanceof AppError && error.status === 404 ? notAuthorizedToDelete : messageOf(error));
      onClose();
    },
  });
  const count = (album?.imageCount ?? 0) + (album?.videoCount ?? 0);
  const contents = count > 0 ? ` with ${countOf(count, 'photo or video', 'photos and videos')}` : '';
  return (
    <ConfirmDialog
      isOpen={isOpen && album !== undefined}
      onClose={onClose}
      onConfirm={() => album && remove.mutate(album)}
      title={`Delete “${album?.name ?? ''}”?`}
      consequence={`The album${contents} disappears from every playlist, screen and person it is shared with. It can be brought back from the bin for ${LIMITS.binDays} days.`}
      confirmLabel="Delete album"
      isBusy={remove.isPending}
    />
  );
}
