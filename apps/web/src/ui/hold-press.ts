import type { PointerEvent, TouchEvent } from 'react';

/** Pixels. Who has moved further than this with the button or a finger down wants something else. */
const STEADY_WITHIN = 8;

const startedAt = new WeakMap<Element, { x: number; y: number }>();

/**
 * Handlers for elements that may move while they are pressed, such as a menu whose row is moved by a live event: the click still belongs to the pressed
 * element. Browsers lose a mouse click between two elements, and a touch clicks the element that moved under it. Moving the pointer away still cancels.
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
    // Touch: the pointer capture ends before the touch does.
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
    // Without a count it would look like a keyboard click.
    currentTarget.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1, pointerType: 'touch' }));
  },
};
