import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { attachTouchSelect } from '../media/touch-select.ts';
import type { TimelineSelection } from './use-timeline-selection.ts';

interface TouchSelectionOptions {
  element: RefObject<HTMLElement | null>;
  /** Returns the id of a tile; undefined while it is not loaded. */
  idAt: (index: number) => string | undefined;
  selection: TimelineSelection;
}

/** Selects by touch: a long press selects a tile, and moving the finger selects everything up to the tile below it. */
export function useTouchSelection({ element, idAt, selection }: TouchSelectionOptions): void {
  const before = useRef<ReadonlySet<string>>(new Set());
  const anchor = useRef(0);
  const select = useEffectEvent((index: number) => {
    const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
    const next = new Set(before.current);
    for (let at = from; at <= to; at += 1) {
      const id = idAt(at);
      if (id !== undefined) next.add(id);
    }
    selection.set(next);
  });
  const start = useEffectEvent((index: number) => {
    before.current = selection.ids;
    anchor.current = index;
    select(index);
  });
  useEffect(() => {
    const target = element.current;
    return target ? attachTouchSelect(target, { onStart: (index) => start(index), onReach: (index) => select(index) }) : undefined;
  }, [element]);
}
