import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { scrollAtEdge } from '../../../ui/edge-scroll.ts';

/**
 * Dragging a row of a list to another place. With a mouse the whole row is the handle, with a finger only what is marked
 * `data-handle`, or nobody could scroll. `onPlace` is told each place the row comes to; the list follows at once.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onPlace: (id: string, place: number) => void) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const begin = (event: React.PointerEvent, id: string) => {
    const pressed = event.target instanceof Element ? event.target.closest('button, a') : null;
    const isHandle = pressed?.hasAttribute('data-handle') ?? false;
    if (event.button !== 0 || (pressed && !isHandle) || (event.pointerType !== 'mouse' && !isHandle)) return;
    setDraggedId(id);
  };
  const follow = useEffectEvent((id: string, y: number) => {
    const rows = [...(list.current?.children ?? [])];
    const others = rows.map((row) => row.getBoundingClientRect());
    const from = rows.findIndex((row) => row.hasAttribute('data-dragged'));
    // The row it is over; the dragged one itself changes nothing.
    const over = others.findIndex(({ top, bottom }) => y >= top && y < bottom);
    const to = over >= 0 ? over : y < (others[0]?.top ?? 0) ? 0 : rows.length - 1;
    if (from >= 0 && to !== from) onPlace(id, to);
  });
  useEffect(
    () =>
      draggedId === null
        ? undefined
        : trackDrag(
            (y) => follow(draggedId, y),
            () => setDraggedId(null),
          ),
    [draggedId],
  );
  return { draggedId, begin };
}

/** Until the pointer is let go: tells where it is, also while the page scrolls under it. */
function trackDrag(onMove: (y: number) => void, onEnd: () => void): () => void {
  let y: number | null = null;
  let frame = requestAnimationFrame(function step() {
    if (y !== null) {
      scrollAtEdge(y);
      onMove(y);
    }
    frame = requestAnimationFrame(step);
  });
  const move = (event: PointerEvent) => {
    event.preventDefault();
    y = event.clientY;
  };
  const end = () => {
    if (y !== null) onMove(y);
    onEnd();
  };
  window.addEventListener('pointermove', move);
  for (const name of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(name, end);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'blur']) window.removeEventListener(name, end);
  };
}
