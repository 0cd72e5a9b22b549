import type { PointerEvent, TouchEvent } from 'react';

/** Pixels. Who has moved further than this with the button or a finger down wants something else. */
const STEADY_WITHIN = 8;

const startedAt = new WeakMap<Element, { x: number; y: number }>();

/**
 * Handlers of something that moves while it is pressed, as a menu does whose row is moved by news: the click is its
 * own all the same. The browser would give a mouse's to neither of two elements that a press begins and ends on, and a
 * finger's to what has come beneath it. Who drags the pointer away still takes the press back.
 */
export const heldPressHandlers = {
  onPointerDown({ currentTarget, pointerId, pointerType, button, clientX, clientY }: PointerEvent) {
    if (button !== 0) return;
    if (pointerType === 'mouse') currentTarget.setPointerCapture(pointerId);
    startedAt.set(currentTarget, { x: clientX, y: clientY });
  },
  onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
    const start = startedAt.get(currentTarget);
    if (!start || Math.hypot(clientX - start.x, clientY - start.y) <= STEADY_WITHIN) return;
    startedAt.delete(currentTarget);
    if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
  },
  onLostPointerCapture({ currentTarget, pointerType }: PointerEvent) {
    // A finger is let go before its touch ends, which is yet to come.
    if (pointerType === 'mouse') startedAt.delete(currentTarget);
  },
  /** The finger scrolls. */
  onPointerCancel({ currentTarget }: PointerEvent) {
    startedAt.delete(currentTarget);
  },
  /** No capture leads the click that a browser makes of a touch: it is made here, and the browser's is not. */
  onTouchEnd(event: TouchEvent) {
    const { currentTarget, cancelable } = event;
    if (!startedAt.delete(currentTarget) || !cancelable) return;
    event.preventDefault();
    // With no count it would pass for one by keyboard.
    currentTarget.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' }));
  },
};
