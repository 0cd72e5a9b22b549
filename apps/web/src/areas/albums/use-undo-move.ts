import { useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { type ToastAction, toast } from '../../ui/toast-store.ts';
import { mediaIdsOptions } from '../media/api/media.ts';
import { useMoveMediaBefore } from '../media/api/media-mutations.ts';
import { getUndoPositions } from '../media/undo-positions.ts';

/** Takes a move back: the same media go the other way, and to where they were. */
export function useUndoMove() {
  const client = useQueryClient();
  const move = useMoveMediaBefore();
  const undo = async (from: string, to: string, ids: readonly string[], before: readonly string[]) => {
    try {
      const now = await client.fetchQuery({ ...mediaIdsOptions({ albumId: from }), staleTime: 0 });
      await move.mutateAsync({ from: to, to: from, places: getUndoPositions(before, now, ids) });
      toast.success(`${formatCount(ids.length, 'item')} moved back.`);
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
  return {
    /** The order of an album before something leaves it; a move does not fail for want of it. */
    remember: (albumId: string): Promise<readonly string[]> => client.fetchQuery(mediaIdsOptions({ albumId })).catch(() => []),
    /** The button; `before` is what was remembered. */
    undoMove: (from: string, to: string, ids: readonly string[], before: readonly string[]): ToastAction => ({
      label: 'Undo',
      onSelect: () => void undo(from, to, ids, before),
    }),
  };
}
