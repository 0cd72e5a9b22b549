import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { keys } from '../../../lib/query-keys.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deleteMedia } from '../api/media.ts';

interface DeleteMediaDialogProps {
  albumId: string;
  media: Media[];
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteMediaDialog({ albumId, media, isOpen, onClose }: DeleteMediaDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      deleteMedia(
        albumId,
        media.map(({ _id }) => _id),
      ),
    onSuccess: ({ message }) => {
      for (const queryKey of [keys.mediaOfAlbum(albumId), keys.albums, keys.playlists]) void client.invalidateQueries({ queryKey });
      toast.success(message ?? `${countOf(media.length, 'item')} deleted.`);
      onClose();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const what = media.length === 1 ? `“${media[0]?.name}”` : `${media.length} items`;
  return (
    <ConfirmDialog
      isOpen={isOpen && media.length > 0}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title={`Delete ${what}?`}
      consequence="The originals are deleted for good, and disappear from every playlist and screen that shows them."
      confirmLabel="Delete"
      isBusy={remove.isPending}
    />
  );
}
