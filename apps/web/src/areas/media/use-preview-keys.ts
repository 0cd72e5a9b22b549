import type { useGesture } from './use-gesture.ts';
import { useKeyHandlers } from './use-keys.ts';

interface PreviewKeyHandlers {
  gesture: Pick<ReturnType<typeof useGesture>, 'isZoomed' | 'zoom' | 'whole' | 'pan'>;
  to: (place: 'next' | 'previous' | 'first' | 'last') => void;
  onDetails: () => void;
  onTurn: (angle: number) => void;
  onFavourite: () => void;
  onDelete: () => void;
  onSpace: () => void;
  /** What it ends before the preview itself. */
  onEscape: (() => void) | undefined;
}

/** Arrows go on to the neighbours; while the picture is zoomed they move it. */
export function usePreviewKeys({ gesture, to, onDetails, onTurn, onFavourite, onDelete, onSpace, onEscape }: PreviewKeyHandlers): void {
  const { isZoomed, zoom, whole, pan } = gesture;
  useKeyHandlers({
    ArrowRight: () => (isZoomed ? pan(1, 0) : to('next')),
    ArrowLeft: () => (isZoomed ? pan(-1, 0) : to('previous')),
    ArrowDown: () => isZoomed && pan(0, 1),
    ArrowUp: () => isZoomed && pan(0, -1),
    Home: () => to('first'),
    End: () => to('last'),
    '+': () => zoom(true),
    '=': () => zoom(true),
    '-': () => zoom(false),
    '0': whole,
    i: onDetails,
    f: onFavourite,
    '[': () => onTurn(-90),
    ']': () => onTurn(90),
    Delete: onDelete,
    ' ': onSpace,
    Escape: (event) => {
      if (!onEscape) return;
      event.stopPropagation();
      onEscape();
    },
  });
}
