import { useQueryClient } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { getErrorMessage } from '../../lib/app-error.ts';
import { formatCount } from '../../lib/format.ts';
import { type ToastAction, toast } from '../../ui/toast-store.ts';
import { mediaIdsOptions } from '../media/api/media.ts';
import { useMoveMediaBefore, useReorderMedia, useTransferMedia } from '../media/api/media-mutations.ts';
import { getUndoPositions } from '../media/undo-positions.ts';
import type { AlbumMedia } from '../media/use-album-media.ts';
import type { MediaSelection } from '../media/use-selection.ts';
import type { DraggedMedia } from '../media/use-tile-drag.ts';

/** Moves media within an album or to another album, for drag and drop and its keyboard and menu alternatives. */
export function useMoveMedia(albumId: string, media: AlbumMedia, selection: MediaSelection, canRemove: boolean) {
  const order = useReorderMedia(albumId);
  const transfer = useTransferMedia();
  const { remember, undoMove } = useUndoMove();
  const place = async (ids: readonly string[], index: number) => {
    const moving = new Set(ids);
    // Insert before the next item that is not moving itself.
    let before = index;
    while (before < media.count && moving.has(media.at(before)?._id ?? '')) before += 1;
    try {
      const known = media.at(before) || before >= media.count ? undefined : await selection.loadOrder();
      const beforeId = before >= media.count ? null : (media.at(before)?._id ?? known?.[before] ?? null);
      await order.mutateAsync({ ids, beforeId });
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
  const drop = async (album: Album, dragged: DraggedMedia, wantsCopy: boolean) => {
    // Members who may only add to this album cannot remove media from it.
    const isCopy = wantsCopy || !canRemove;
    const how = isCopy ? 'copy' : 'move';
    try {
      const before = isCopy ? [] : await remember(dragged.albumId);
      const message = await transfer.mutateAsync({ how, from: dragged.albumId, to: album._id, ids: dragged.ids });
      selection.clear();
      const text = message ?? `${formatCount(dragged.ids.length, 'item')} ${isCopy ? 'copied' : 'moved'} to “${album.name}”.`;
      toast.success(text, isCopy ? {} : { action: undoMove(dragged.albumId, album._id, dragged.ids, before) });
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
  return {
    place: (ids: readonly string[], index: number) => void place(ids, index),
    drop: (album: Album, dragged: DraggedMedia, isCopy: boolean) => void drop(album, dragged, isCopy),
  };
}

/** Undoes a move between albums: the media return to their previous positions. */
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
    /** Loads the order of an album before a move. Returns an empty order when loading fails, because the move itself must not fail. */
    remember: (albumId: string): Promise<readonly string[]> => client.fetchQuery(mediaIdsOptions({ albumId })).catch(() => []),
    /** Undo button of the toast. `before` is the result of `remember`. */
    undoMove: (from: string, to: string, ids: readonly string[], before: readonly string[]): ToastAction => ({
      label: 'Undo',
      onSelect: () => void undo(from, to, ids, before),
    }),
  };
}
