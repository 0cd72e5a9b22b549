import { useEffect, useEffectEvent } from 'react';

/** Leaves the good news in sight for a while, then closes; not if it was closed meanwhile. */
export function useDelayedClose(isDone: boolean, close: () => void, delayMs: number): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => closeNow(), delayMs);
    return () => clearTimeout(timer);
  }, [isDone, delayMs]);
}
