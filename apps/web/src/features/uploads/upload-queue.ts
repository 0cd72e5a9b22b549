import { useSyncExternalStore } from 'react';
import { onSessionEnd } from '../../lib/session.ts';
import { createSpeedometer } from './speed.ts';
import type { Transfer } from './transfer.ts';

/**
 * The files on their way to the server. It lives outside of React, so it survives every navigation:
 * queued -> uploading -> uploaded (the server works on it; see upload-row) or failed -> queued again.
 * A paused queue keeps what it has; a reload forgets the files but not how far they came (transfer.ts).
 */
export type UploadState =
  | { is: 'queued' }
  | { is: 'uploading'; sentBytes: number; bytesPerSecond: number }
  | { is: 'uploaded'; mediaId: string | null; duplicateOf: string | null }
  | { is: 'failed'; reason: string };

export interface UploadItem {
  id: number;
  file: File;
  albumId: string;
  state: UploadState;
}

export interface UploadQueue {
  items: readonly UploadItem[];
  isPaused: boolean;
}

export type UploadResult = { kind: 'uploaded'; albumId: string } | { kind: 'finished'; count: number };

const PARALLEL = 3;

let queue: UploadQueue = { items: [], isPaused: false };
let lastId = 0;
let uploadedInRun = 0;
const transfers = new Map<number, Transfer>();
const listeners = new Set<() => void>();
const resultListeners = new Set<(result: UploadResult) => void>();

function set(next: Partial<UploadQueue>) {
  queue = { ...queue, ...next };
  for (const listener of listeners) listener();
}

function setState(id: number, state: UploadState) {
  set({ items: queue.items.map((item) => (item.id === id ? { ...item, state } : item)) });
}

function tell(result: UploadResult) {
  for (const listener of resultListeners) listener(result);
}

export const isUnderWay = ({ state }: UploadItem): boolean => state.is === 'queued' || state.is === 'uploading';

function advance() {
  if (queue.isPaused) return;
  const waiting = queue.items.filter(({ state }) => state.is === 'queued');
  const free = PARALLEL - queue.items.filter(({ state }) => state.is === 'uploading').length;
  for (const item of waiting.slice(0, Math.max(0, free))) void begin(item);
  if (!queue.items.some(isUnderWay) && uploadedInRun > 0) {
    tell({ kind: 'finished', count: uploadedInRun });
    uploadedInRun = 0;
  }
}

async function begin({ id, file, albumId }: UploadItem) {
  setState(id, { is: 'uploading', sentBytes: 0, bytesPerSecond: 0 });
  const { startTransfer } = await import('./transfer.ts');
  // Cancelled or paused while the code was on its way.
  if (queue.items.find((item) => item.id === id)?.state.is !== 'uploading') return;
  const speed = createSpeedometer();
  const settle = (state: UploadState) => {
    transfers.delete(id);
    setState(id, state);
    advance();
  };
  const transfer = startTransfer(file, albumId, {
    onProgress: (sentBytes) => setState(id, { is: 'uploading', sentBytes, bytesPerSecond: speed(sentBytes) }),
    onFailed: (reason) => settle({ is: 'failed', reason }),
    onDone: ({ mediaId, duplicateOf }) => {
      uploadedInRun += duplicateOf ? 0 : 1;
      tell({ kind: 'uploaded', albumId });
      settle({ is: 'uploaded', mediaId, duplicateOf });
    },
  });
  transfers.set(id, transfer);
}

export const uploads = {
  add(files: readonly File[], albumId: string) {
    const added = files.map((file): UploadItem => ({ id: ++lastId, file, albumId, state: { is: 'queued' } }));
    set({ items: [...queue.items, ...added], isPaused: false });
    advance();
  },
  pause() {
    const items = queue.items.map((item): UploadItem => (item.state.is === 'uploading' ? { ...item, state: { is: 'queued' } } : item));
    for (const transfer of transfers.values()) transfer.stop();
    transfers.clear();
    set({ items, isPaused: true });
  },
  resume() {
    set({ isPaused: false });
    advance();
  },
  retry(id: number) {
    setState(id, { is: 'queued' });
    advance();
  },
  /** Takes it off the list; what is under way is taken back from the server as well. */
  remove(id: number) {
    transfers.get(id)?.stop({ forget: true });
    transfers.delete(id);
    set({ items: queue.items.filter((item) => item.id !== id) });
    advance();
  },
  clear() {
    for (const transfer of transfers.values()) transfer.stop();
    transfers.clear();
    uploadedInRun = 0;
    set({ items: [], isPaused: false });
  },
};

// The next person at this browser must not go on with somebody else's files.
onSessionEnd(() => uploads.clear());

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useUploads = (): UploadQueue => useSyncExternalStore(subscribe, () => queue);

export function onUploadResult(listener: (result: UploadResult) => void): () => void {
  resultListeners.add(listener);
  return () => {
    resultListeners.delete(listener);
  };
}
