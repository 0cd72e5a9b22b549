import { useRef } from 'react';

const ENOUGH = 60;

/** A sideways stroke of a finger moves by one. */
export function useSwipe(move: (step: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: React.TouchEvent) => {
      const touch = touches[0];
      // Two fingers zoom.
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: React.TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const across = touch.clientX - start.current.x;
      const along = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) > ENOUGH && Math.abs(across) > 2 * Math.abs(along)) move(across < 0 ? 1 : -1);
    },
  };
}
