import { useQueryClient } from '@tanstack/react-query';
import { transferMedia } from '../../features/media/api/media-changes.ts';
import { mediaChanged } from '../../features/media/media-changed.ts';
import { messageOf } from '../../lib/app-error.ts';
import { countOf } from '../../lib/format.ts';
import { type ToastAction, toast } from '../../ui/toast-store.ts';

/** The button that takes a move back: the same media go the other way. */
export function useUndoMove() {
  const client = useQueryClient();
  return (from: string, to: string, ids: readonly string[]): ToastAction => ({
    label: 'Undo',
    onSelect: () => {
      transferMedia('move', to, from, ids)
        .then(() => {
          mediaChanged(client, [from, to]);
          toast.success(`${countOf(ids.length, 'item')} moved back.`);
        })
        .catch((error: unknown) => toast.error(messageOf(error)));
    },
  });
}
