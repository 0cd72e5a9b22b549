import { type RefObject, useLayoutEffect, useState } from 'react';

/** Scrolling redraws the list once per this many pixels. */
const STEP = 300;

export interface Viewport {
  width: number;
  /** Top and bottom of the window, from the element's own top. */
  top: number;
  bottom: number;
}

/** The element's width, and which part of it is on screen. */
export function useViewport(element: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, top: 0, bottom: 2000 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const box = target.getBoundingClientRect();
      const top = Math.floor(-box.top / STEP) * STEP;
      const next = { width: box.width, top, bottom: top + STEP + Math.ceil(window.innerHeight / STEP) * STEP };
      setViewport((before) => (before.width === next.width && before.top === next.top && before.bottom === next.bottom ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [element]);
  return viewport;
}
