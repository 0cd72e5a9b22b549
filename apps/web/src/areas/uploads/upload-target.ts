import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Target of dropped and pasted files, and files that wait until a target is chosen. */
interface AlbumTarget extends ProgressOwner {
  albumId: string;
  albumName: string;
}
interface ProgressOwner {
  /** The page tells how far its uploads are; on a phone, where there is room for one of them, the dock need not. */
  tellsProgress?: boolean;
}
/** Target without an existing album: the page creates one for the files. */
interface NewAlbumTarget extends ProgressOwner {
  take: (files: readonly File[]) => void;
}
type Target = AlbumTarget | NewAlbumTarget;
/** Files that wait for the user's decision. */
interface WaitingFiles {
  files: readonly File[];
  /** Album that was open, for files of several folders. Undefined when an album is still to be chosen. */
  albumId?: string;
}
interface FileTargetState {
  target: Target | null;
  waiting: WaitingFiles;
}

const NO_FILES: WaitingFiles = { files: [] };
let fileTargetState: FileTargetState = { target: null, waiting: NO_FILES };
const listeners = new Set<() => void>();

function updateState(next: Partial<FileTargetState>): void {
  fileTargetState = { ...fileTargetState, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useFileTarget = (): FileTargetState => useSyncExternalStore(subscribe, () => fileTargetState);
export const getCurrentTarget = (): Target | null => fileTargetState.target;
export const setWaitingFiles = (waiting: WaitingFiles): void => updateState({ waiting });
export const clearWaitingFiles = (): void => updateState({ waiting: NO_FILES });

/** While this is on the page, what is dropped or pasted goes to this album. */
export function UploadTarget({ albumId, albumName, tellsProgress }: AlbumTarget) {
  useEffect(() => registerTarget({ albumId, albumName, tellsProgress }), [albumId, albumName, tellsProgress]);
  return null;
}

/** While this is on the page, what is dropped or pasted goes to an album that is made for it. */
export function NewAlbumUploadTarget({ take, tellsProgress }: NewAlbumTarget) {
  const takeNow = useEffectEvent(take);
  useEffect(() => registerTarget({ take: (files) => takeNow(files), tellsProgress }), [tellsProgress]);
  return null;
}

function registerTarget(target: Target): () => void {
  updateState({ target });
  // The next page may have said already.
  return () => {
    if (fileTargetState.target === target) updateState({ target: null });
  };
}
