import { useEffect, useState } from 'react';

/** The value once it has been the same for `waitMs`. */
export function useDebounced<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/** Returns true when a name contains every typed word, ignoring case and accents. */
export function matchesSearch(name: string, wanted: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain(wanted)
    .split(/\s+/)
    .every((word) => plain(name).includes(word));
}
