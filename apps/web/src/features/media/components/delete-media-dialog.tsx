import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@vitrine/contract/limits';
import { messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { deleteMedia, restoreMedia } from '../api/media-changes.ts';
import { mediaChanged } from '../media-changed.ts';

interface DeleteMediaDialogProps {
  albumId: string;
  /** Whose album it is: its bin takes them. */
  ownerId: string;
  ids: readonly string[];
  /** When it is one. */
  name?: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteMediaDialog({ albumId, ownerId, ids, name, isOpen, onClose, onDeleted }: DeleteMediaDialogProps) {
  const client = useQueryClient();
  const undo = async (undone: readonly string[]) => {
    try {
      await restoreMedia(ownerId, undone);
      mediaChanged(client, [albumId]);
      toast.success(`${countOf(undone.length, 'item')} restored.`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const remove = useMutation({
    mutationFn: (gone: readonly string[]) => deleteMedia(albumId, gone),
    onSuccess: (message, gone) => {
      mediaChanged(client, [albumId]);
      toast.success(message ?? `${gone.length} media deleted successfully.`, {
        action: { label: 'Undo', onSelect: () => void undo(gone) },
      });
      onDeleted();
      onClose();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const what = ids.length === 1 && name ? `“${name}”` : countOf(ids.length, 'item');
  return (
    <ConfirmDialog
      isOpen={isOpen && ids.length > 0}
      onClose={onClose}
      onConfirm={() => remove.mutate(ids)}
      title={`Delete ${what}?`}
      consequence={`${ids.length === 1 ? 'It disappears' : 'They disappear'} from every playlist and screen, and can be brought back from the bin for ${LIMITS.binDays} days.`}
      confirmLabel="Delete"
      isBusy={remove.isPending}
    />
  );
}
