/** Media on their way between the grid and an album. A drop target may not read what is dragged over it, so it is kept here. */
export interface DraggedMedia {
  /** The album they are dragged out of. */
  albumId: string;
  ids: readonly string[];
}

const DRAG_TYPE = 'application/x-vitrine-media';
let currentDrag: DraggedMedia | null = null;

export function startMediaDrag(transfer: DataTransfer, media: DraggedMedia): void {
  currentDrag = media;
  transfer.setData(DRAG_TYPE, '');
  transfer.effectAllowed = 'copyMove';
}

export function endMediaDrag(): void {
  currentDrag = null;
}

/** What is being dragged, when it is media of ours; files from outside and media of other windows are not. */
export const getDraggedMedia = (transfer: DataTransfer): DraggedMedia | null => (transfer.types.includes(DRAG_TYPE) ? currentDrag : null);

export const getDraggedCount = (): number => currentDrag?.ids.length ?? 0;
