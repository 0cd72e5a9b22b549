import { useEffect, useEffectEvent } from 'react';
import { areShortcutsEnabled, isSingleKey } from '../../lib/shortcuts.ts';

/** A menu or a dialog over the view has the keys, and so has a field in it. */
function isInOverlay(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const layer = target.closest('[role=dialog], [role=alertdialog], [role=menu], select');
  return layer !== null && !layer.hasAttribute('data-full-window');
}

/** Single keys of a full-window view. A player that has the focus keeps its own: arrows wind it. */
export function useKeyHandlers(handlers: Record<string, (event: KeyboardEvent) => unknown>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const hasOwnKeys =
      target instanceof HTMLMediaElement || (event.key === ' ' && target instanceof Element && target.closest('button, a'));
    if (isInOverlay(target) || hasOwnKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isSingleKey(event.key) || areShortcutsEnabled()) handlers[event.key]?.(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // On the way down: a dialog keeps arrows, Home and End to itself on the way up.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
