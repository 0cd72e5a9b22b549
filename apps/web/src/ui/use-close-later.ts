import { useEffect, useEffectEvent } from 'react';

/** Closes after a delay, so that the success message can be read, unless it was closed before. */
export function useDelayedClose(isDone: boolean, close: () => void, delayMs: number): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => closeNow(), delayMs);
    return () => clearTimeout(timer);
  }, [isDone, delayMs]);
}
