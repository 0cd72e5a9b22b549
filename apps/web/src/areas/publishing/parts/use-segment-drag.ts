import { type PointerEvent, useRef, useState } from 'react';
import { MOVE_STEP_MINUTES, type WindowMove } from '../window-moves.ts';

interface Drag extends WindowMove {
  key: string;
}

interface Origin {
  key: string;
  edge: string | undefined;
  y: number;
  /** Minutes of a day per pixel. */
  scale: number;
}

const DAY_MINUTES = 1440;

/**
 * Drags a segment of a day with the mouse: its middle moves it, and its edges (`data-edge`) change its start or end. Touches scroll the page instead. Returns the
 * current move, and handlers for the button of a segment.
 */
export function useSegmentDrag() {
  const [drag, setDrag] = useState<Drag>();
  const origin = useRef<Origin>(undefined);
  /** A drag ends with a click on the same button, which must not open it. */
  const isDragged = useRef(false);
  const toMove = ({ edge, y, scale }: Origin, clientY: number): WindowMove => {
    const minutes = Math.round(((clientY - y) * scale) / MOVE_STEP_MINUTES) * MOVE_STEP_MINUTES;
    return { start: edge === 'end' ? 0 : minutes, end: edge === 'start' ? 0 : minutes };
  };
  const handlers = (key: string, onMove: (move: WindowMove) => void) => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      const height = event.currentTarget.parentElement?.clientHeight ?? 0;
      if (event.pointerType !== 'mouse' || event.button !== 0 || height === 0) return;
      const edge = event.target instanceof HTMLElement ? event.target.dataset['edge'] : undefined;
      origin.current = { key, edge, y: event.clientY, scale: DAY_MINUTES / height };
      isDragged.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLButtonElement>) {
      if (origin.current?.key !== key) return;
      const move = toMove(origin.current, event.clientY);
      if (move.start !== 0 || move.end !== 0) isDragged.current = true;
      setDrag({ key, ...move });
    },
    onPointerUp(event: PointerEvent<HTMLButtonElement>) {
      if (origin.current?.key !== key) return;
      const move = toMove(origin.current, event.clientY);
      origin.current = undefined;
      setDrag(undefined);
      if (move.start !== 0 || move.end !== 0) onMove(move);
    },
    onPointerCancel() {
      origin.current = undefined;
      setDrag(undefined);
    },
  });
  /** Returns true for the click that ends a drag. */
  const consumeDrag = (): boolean => {
    const wasDragged = isDragged.current;
    isDragged.current = false;
    return wasDragged;
  };
  return { drag, handlers, consumeDrag };
}
