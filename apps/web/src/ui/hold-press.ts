import type { PointerEvent } from 'react';

/** Pixels. Who has moved further than this with the button down wants something else. */
const STEADY_WITHIN = 8;

const startedAt = new WeakMap<Element, { x: number; y: number }>();

/**
 * Handlers of something that moves while it is pressed, as a menu does whose row is moved by news: the click is its
 * own all the same. The browser would give it to neither of two elements that a press begins and ends on. Who drags the
 * pointer away still takes the press back.
 */
export const holdPress = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX, clientY }: PointerEvent) {
    if (pointerType !== 'mouse' || button !== 0) return;
    currentTarget.setPointerCapture(pointerId);
    startedAt.set(currentTarget, { x: clientX, y: clientY });
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    const start = startedAt.get(currentTarget);
    if (!start || Math.hypot(clientX - start.x, clientY - start.y) <= STEADY_WITHIN) return;
    startedAt.delete(currentTarget);
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
  onLostPointerCapture({ currentTarget }: PointerEvent) {
    startedAt.delete(currentTarget);
  },
};
