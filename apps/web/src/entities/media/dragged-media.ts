/** Media on their way between the grid and an album. A drop target may not read what is dragged over it, so it is kept here. */
export interface DraggedMedia {
  /** The album they are dragged out of. */
  albumId: string;
  ids: readonly string[];
}

const TYPE = 'application/x-vitrine-media';
let dragged: DraggedMedia | null = null;

export function beginDrag(transfer: DataTransfer, media: DraggedMedia): void {
  dragged = media;
  transfer.setData(TYPE, '');
  transfer.effectAllowed = 'copyMove';
}

export function endDrag(): void {
  dragged = null;
}

/** What is being dragged, when it is media of ours; files from outside and media of other windows are not. */
export const draggedMedia = (transfer: DataTransfer): DraggedMedia | null => (transfer.types.includes(TYPE) ? dragged : null);

export const draggedCount = (): number => dragged?.ids.length ?? 0;
