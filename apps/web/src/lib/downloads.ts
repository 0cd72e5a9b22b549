import { useSyncExternalStore } from 'react';
import { fetchBytes } from './api-client.ts';

let underWay = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1) {
  underWay += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useIsDownloading = (): boolean => useSyncExternalStore(subscribe, () => underWay > 0);

/** Fetches a file that only the session opens, and hands it to the browser to be kept under this name. */
export async function download(from: string, name: string): Promise<void> {
  count(1);
  try {
    keep(await fetchBytes(from), name);
  } finally {
    count(-1);
  }
}

/** Hands bytes to the browser to be kept under this name. */
export function keep(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  saveFrom(address, name);
  // The browser has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Leaves a large file to the browser, which writes it to disk as it comes. */
export function saveFrom(from: string, name: string): void {
  const link = document.createElement('a');
  link.href = from;
  link.download = name;
  link.click();
}
