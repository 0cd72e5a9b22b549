import { type RefObject, useEffect } from 'react';

/** So long after the last step of a scroll it is at rest: longer than the turns of a wheel are apart. */
const REST_MS = 120;

/**
 * Sets `data-scrolling` while the window is scrolled, past React, which need not draw anything for it. What styles show under the
 * pointer would otherwise be drawn on, and taken off, every tile that passes beneath it, and all around it drawn anew each time.
 */
export function useScrollingAttribute(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      timer = undefined;
      delete target.dataset.scrolling;
    };
    const mark = () => {
      if (timer === undefined) target.dataset.scrolling = '';
      else clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    window.addEventListener('scroll', mark, { passive: true });
    return () => {
      window.removeEventListener('scroll', mark);
      clearTimeout(timer);
    };
  }, [element]);
}
