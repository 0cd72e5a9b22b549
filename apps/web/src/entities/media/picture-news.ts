const listeners = new Set<() => void>();

/** Media have changed: pictures that were not there may be there now. */
export function tellOfPictures(): void {
  for (const listener of listeners) listener();
}

export function onPictureNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
