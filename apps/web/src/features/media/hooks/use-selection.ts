import { useEffect, useEffectEvent, useState } from 'react';
import { extendTo, keepOnly, NOTHING_SELECTED, toggle } from '../selection.ts';

const isInField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [role=dialog], [role=alertdialog]') !== null;

/** Check circle, Shift range, Ctrl/Cmd+A and Esc. `isActive` is false while a dialog or preview is up. */
export function useSelection(order: readonly string[], isActive: boolean) {
  const [stored, setStored] = useState(NOTHING_SELECTED);
  const selection = keepOnly(stored, order);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || isInField(event.target)) return;
    if (event.key === 'Escape' && selection.ids.size > 0) setStored(NOTHING_SELECTED);
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && order.length > 0) {
      event.preventDefault();
      setStored({ ids: new Set(order), anchor: order[0] ?? null });
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return {
    ids: selection.ids,
    clear: () => setStored(NOTHING_SELECTED),
    pick: (id: string, isRange: boolean) => setStored(isRange ? extendTo(selection, id, order) : toggle(selection, id)),
  };
}
