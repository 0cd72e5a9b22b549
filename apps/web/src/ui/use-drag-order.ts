import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { scrollAtEdge } from './edge-scroll.ts';

/**
 * Drags a list row to another position. For a mouse the whole row is the handle; for touch only elements marked `data-handle`, so that the list can be
 * scrolled. `onPlace` is called for each position, and the list follows immediately.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onPlace: (id: string, place: number) => void) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const begin = (event: ReactPointerEvent, id: string) => {
    const pressed = event.target instanceof Element ? event.target.closest('button, a') : null;
    const isHandle = pressed?.hasAttribute('data-handle') ?? false;
    if (event.button !== 0 || (pressed && !isHandle) || (event.pointerType !== 'mouse' && !isHandle)) return;
    setDraggedId(id);
  };
  const follow = useEffectEvent((id: string, y: number) => {
    const rows = [...(list.current?.children ?? [])];
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const from = rows.findIndex((row) => row.hasAttribute('data-dragged'));
    // Row under the pointer. Nothing changes while that is the dragged row itself.
    const over = boxes.findIndex(({ top, bottom }) => y >= top && y < bottom);
    const to = over >= 0 ? over : y < (boxes[0]?.top ?? 0) ? 0 : rows.length - 1;
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

/** Tracks the pointer until it is released, also while the page scrolls under it. */
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
