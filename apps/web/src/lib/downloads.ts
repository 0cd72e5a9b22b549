import { useSyncExternalStore } from 'react';
import { fetchBytes } from './api-client.ts';

let activeDownloads = 0;
const listeners = new Set<() => void>();

function changeActiveDownloads(change: 1 | -1) {
  activeDownloads += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useIsDownloading = (): boolean => useSyncExternalStore(subscribe, () => activeDownloads > 0);

/** Fetches a file that only the session opens, and hands it to the browser to be kept under this name. */
export async function download(from: string, name: string): Promise<void> {
  changeActiveDownloads(1);
  try {
    saveBytes(await fetchBytes(from), name);
  } finally {
    changeActiveDownloads(-1);
  }
}

/** Hands bytes to the browser to be kept under this name. */
export function saveBytes(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  saveUrl(address, name);
  // The browser has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Leaves a large file to the browser, which writes it to disk as it comes. */
export function saveUrl(from: string, name: string): void {
  const link = document.createElement('a');
  link.href = from;
  link.download = name;
  link.click();
}
