const listeners = new Set<() => void>();

/** Media have changed: pictures that were not there may be there now. */
export function notifyPicturesChanged(): void {
  for (const listener of listeners) listener();
}

export function onPicturesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
