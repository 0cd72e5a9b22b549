import { type DragEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { getDropIndex, type Masonry } from './masonry.ts';
import { attachTouchDrag } from './touch-drag.ts';

interface TileDragOptions {
  grid: RefObject<HTMLElement | null>;
  albumId: string;
  masonry: Masonry;
  /** False where the order shown is not the album's own, or not this person's to change. */
  canOrder: boolean;
  /** Ids that are dragged together with this tile. */
  idsFor: (index: number) => readonly string[];
  onPlace: (ids: readonly string[], index: number) => void;
  /** A finger rested on this tile and did not move it. */
  onHold: (index: number) => void;
}

const getTileIndex = (target: EventTarget): number | undefined => {
  const text = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
  return text === undefined ? undefined : Number(text);
};

/** Dragging tiles, by mouse and by finger: to another place in the grid, or out of it onto an album. `place` is where they would go now. */
export function useTileDrag({ grid, albumId, masonry, canOrder, idsFor, onPlace, onHold }: TileDragOptions) {
  const [place, setPlace] = useState<number | null>(null);
  const hold = useEffectEvent((item: HTMLElement) => {
    const index = getTileIndex(item);
    if (index !== undefined) onHold(index);
  });
  useEffect(() => {
    const element = grid.current;
    return element ? attachTouchDrag(element, { count: () => getDraggedCount(), onHold: (item) => hold(item) }) : undefined;
  }, [grid]);
  const handlers = {
    onDragStart(event: DragEvent<HTMLElement>) {
      const index = getTileIndex(event.target);
      const ids = index === undefined ? [] : idsFor(index);
      if (ids.length === 0) return event.preventDefault();
      startMediaDrag(event.dataTransfer, { albumId, ids });
    },
    onDragOver(event: DragEvent<HTMLElement>) {
      const dragged = getDraggedMedia(event.dataTransfer);
      if (!canOrder || dragged?.albumId !== albumId) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      const { left, top } = event.currentTarget.getBoundingClientRect();
      setPlace(getDropIndex(masonry, event.clientX - left, event.clientY - top));
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setPlace(null);
    },
    onDrop(event: DragEvent<HTMLElement>) {
      const dragged = getDraggedMedia(event.dataTransfer);
      if (dragged?.albumId === albumId && place !== null) {
        event.preventDefault();
        onPlace(dragged.ids, place);
      }
      setPlace(null);
    },
    onDragEnd() {
      endMediaDrag();
      setPlace(null);
    },
  };
  return { place, handlers };
}

/** Media being dragged between the grid and an album. Drop targets cannot read the dragged data, so it is stored here. */
export interface DraggedMedia {
  /** The album they are dragged out of. */
  albumId: string;
  ids: readonly string[];
}

const DRAG_TYPE = 'application/x-vitrine-media';
let currentDrag: DraggedMedia | null = null;

function startMediaDrag(transfer: DataTransfer, media: DraggedMedia): void {
  currentDrag = media;
  transfer.setData(DRAG_TYPE, '');
  transfer.effectAllowed = 'copyMove';
}

function endMediaDrag(): void {
  currentDrag = null;
}

/** Returns the dragged media of this window; null for files and media of other windows. */
export const getDraggedMedia = (transfer: DataTransfer): DraggedMedia | null => (transfer.types.includes(DRAG_TYPE) ? currentDrag : null);

const getDraggedCount = (): number => currentDrag?.ids.length ?? 0;
