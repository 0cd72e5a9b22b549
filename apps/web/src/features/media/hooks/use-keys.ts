import { useEffect, useEffectEvent } from 'react';

/** Single keys of a full-window view. A player that has the focus keeps its own: arrows wind it. */
export function useKeys(acts: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const hasOwnKeys =
      target instanceof HTMLMediaElement || (event.key === ' ' && target instanceof Element && target.closest('button, a'));
    if (!hasOwnKeys && !event.ctrlKey && !event.metaKey && !event.altKey) acts[event.key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
