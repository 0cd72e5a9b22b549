import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn, isSingleKey } from '../../../lib/shortcuts.ts';

/** Single keys of a full-window view. A player that has the focus keeps its own: arrows wind it. */
export function useKeys(handlers: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const hasOwnKeys =
      target instanceof HTMLMediaElement || (event.key === ' ' && target instanceof Element && target.closest('button, a'));
    if (hasOwnKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isSingleKey(event.key) || areShortcutsOn()) handlers[event.key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // On the way down: a dialog keeps arrows, Home and End to itself on the way up.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
