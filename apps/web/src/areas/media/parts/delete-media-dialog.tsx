import { LIMITS } from '@vitrine/contract/limits';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useDeleteMedia, useRestoreMedia } from '../api/media-mutations.ts';

interface DeleteMediaDialogProps {
  /** Undefined for media of several albums. */
  albumId: string | undefined;
  /** Owner of the albums, whose bin receives the media. */
  ownerId: string;
  ids: readonly string[];
  /** When it is one. */
  name?: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteMediaDialog({ albumId, ownerId, ids, name, isOpen, onClose, onDeleted }: DeleteMediaDialogProps) {
  const undo = useRestoreMedia({
    onSuccess: (_message, { ids: restored }) => toast.success(`${formatCount(restored.length, 'item')} restored.`),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const remove = useDeleteMedia(albumId, {
    onSuccess: (message, gone) => {
      toast.success(message ?? `${formatCount(gone.length, 'item')} moved to Trash.`, {
        action: { label: 'Undo', onSelect: () => undo.mutate({ albumId, ownerId, ids: gone }) },
      });
      onDeleted();
      onClose();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const what = ids.length === 1 && name ? `“${name}”` : formatCount(ids.length, 'item');
  return (
    <ConfirmDialog
      isOpen={isOpen && ids.length > 0}
      onClose={onClose}
      onConfirm={() => remove.mutate(ids)}
      title={`Delete ${what}?`}
      consequence={`${ids.length === 1 ? 'It' : 'They'} will be removed from all playlists and screens. You can restore ${ids.length === 1 ? 'it' : 'them'} from Trash for ${LIMITS.binDays} days.`}
      confirmLabel="Delete"
      isBusy={remove.isPending}
    />
  );
}
