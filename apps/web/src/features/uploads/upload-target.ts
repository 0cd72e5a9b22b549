import { useEffect, useSyncExternalStore } from 'react';

/** Where files go that are dropped or pasted now, and, while nobody has said, those that wait for an answer. */
interface Target {
  albumId: string;
  albumName: string;
}
interface Reception {
  target: Target | null;
  waiting: readonly File[];
}

let reception: Reception = { target: null, waiting: [] };
const listeners = new Set<() => void>();

function set(next: Partial<Reception>): void {
  reception = { ...reception, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useReception = (): Reception => useSyncExternalStore(subscribe, () => reception);
export const currentTarget = (): Target | null => reception.target;
export const setWaitingFiles = (waiting: readonly File[]): void => set({ waiting });

/** While this is on the page, what is dropped or pasted goes to this album. */
export function UploadTarget({ albumId, albumName }: Target) {
  useEffect(() => {
    const target = { albumId, albumName };
    set({ target });
    // The next page may have said already.
    return () => {
      if (reception.target === target) set({ target: null });
    };
  }, [albumId, albumName]);
  return null;
}
