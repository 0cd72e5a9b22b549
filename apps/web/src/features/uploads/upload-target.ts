import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Where files go that are dropped or pasted now, and, while nobody has said, those that wait for an answer. */
interface AlbumTarget {
  albumId: string;
  albumName: string;
}
/** Where there is no album yet: whoever is on the page makes one for what comes. */
interface NewAlbumTarget {
  take: (files: readonly File[]) => void;
}
type Target = AlbumTarget | NewAlbumTarget;
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
export function UploadTarget({ albumId, albumName }: AlbumTarget) {
  useEffect(() => stand({ albumId, albumName }), [albumId, albumName]);
  return null;
}

/** While this is on the page, what is dropped or pasted goes to an album that is made for it. */
export function NewAlbumUploadTarget({ take }: NewAlbumTarget) {
  const takeNow = useEffectEvent(take);
  useEffect(() => stand({ take: (files) => takeNow(files) }), []);
  return null;
}

function stand(target: Target): () => void {
  set({ target });
  // The next page may have said already.
  return () => {
    if (reception.target === target) set({ target: null });
  };
}
