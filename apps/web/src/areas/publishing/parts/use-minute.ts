import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** Now, to the minute: whoever uses it is drawn anew when the next one begins. In epoch milliseconds. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
