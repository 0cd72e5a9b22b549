import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Where files go that are dropped or pasted now, and, while nobody has said, those that wait for an answer. */
interface AlbumTarget extends Teller {
  albumId: string;
  albumName: string;
}
interface Teller {
  /** The page tells how far its uploads are; on a phone, where there is room for one of them, the dock need not. */
  tellsProgress?: boolean;
}
/** Where there is no album yet: whoever is on the page makes one for what comes. */
interface NewAlbumTarget extends Teller {
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
export function UploadTarget({ albumId, albumName, tellsProgress }: AlbumTarget) {
  useEffect(() => stand({ albumId, albumName, tellsProgress }), [albumId, albumName, tellsProgress]);
  return null;
}

/** While this is on the page, what is dropped or pasted goes to an album that is made for it. */
export function NewAlbumUploadTarget({ take, tellsProgress }: NewAlbumTarget) {
  const takeNow = useEffectEvent(take);
  useEffect(() => stand({ take: (files) => takeNow(files), tellsProgress }), [tellsProgress]);
  return null;
}

function stand(target: Target): () => void {
  set({ target });
  // The next page may have said already.
  return () => {
    if (reception.target === target) set({ target: null });
  };
}
