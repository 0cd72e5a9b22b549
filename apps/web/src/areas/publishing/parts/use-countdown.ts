import { useEffect, useEffectEvent, useState } from 'react';

/** Seconds left of a wait that starts when this is mounted; `onOver` is called once, at its end. */
export function useCountdown(durationMs: number, onOver: () => void): number {
  const [leftMs, setLeftMs] = useState(durationMs);
  const end = useEffectEvent(onOver);
  useEffect(() => {
    const endsAt = performance.now() + durationMs;
    const timer = setInterval(() => {
      const left = endsAt - performance.now();
      setLeftMs(Math.max(0, left));
      if (left > 0) return;
      clearInterval(timer);
      end();
    }, 100);
    return () => clearInterval(timer);
  }, [durationMs]);
  return Math.ceil(leftMs / 1000);
}
