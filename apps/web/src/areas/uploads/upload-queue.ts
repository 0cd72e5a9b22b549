import { useSyncExternalStore } from 'react';
import { getSession, onSessionEnd } from '../../lib/session.ts';
import { createFileStoring } from './file-storing.ts';
import {
  createItems,
  getNextUploads,
  getUploadId,
  isInProgress,
  reduceQueue,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
} from './queue-state.ts';
import { storedFiles } from './stored-files.ts';
import { abandonUpload, startTransfer } from './transfer.ts';
import { createSpeedometer } from './transfer-speed.ts';
import type { Transfer, TransferEvents } from './transfer-types.ts';
import { acquireLock, type ReleaseLock, waitForRelease } from './upload-locks.ts';
import {
  hasUploadRecord,
  listUploadRecords,
  onUploadFromOtherTab,
  removeUploadRecord,
  saveUploadRecord,
  type UploadRecord,
} from './upload-records.ts';

/**
 * Performs the side effects of the queue's state. It lives outside React, so it survives navigation; records for reloads are in upload-records.ts and
 * stored-files.ts. The tab that lists a file holds its lock.
 */
export type UploadResult = { kind: 'uploaded'; albumId: string } | { kind: 'finished'; count: number };

/** How often a file's progress is drawn. */
const PROGRESS_MS = 200;
/** A tab that reloads gets its files back before another one takes them. */
const RELOAD_GRACE_MS = 5000;

let queue: UploadQueue = { items: [], isPaused: false, isOffline: !navigator.onLine };
let uploadedInRun = 0;
/** Number of selections whose files are still being added. */
let openSelections = 0;
const transfers = new Map<string, Transfer>();
const releases = new Map<string, ReleaseLock>();
const listeners = new Set<() => void>();
const resultListeners = new Set<(result: UploadResult) => void>();

const findItem = (id: string) => queue.items.find((item) => item.id === id);
const currentUser = () => getSession()?.userId ?? '';

function dispatch(event: UploadEvent): void {
  queue = reduceQueue(queue, event);
  for (const listener of listeners) listener();
}

/** After each step: starts what may start, and reports the end of a run. */
function advance(): void {
  for (const item of getNextUploads(queue)) startUpload(item);
  void storing.run();
  if (uploadedInRun === 0 || openSelections > 0 || queue.items.some(isInProgress)) return;
  notifyResult({ kind: 'finished', count: uploadedInRun });
  uploadedInRun = 0;
}

function notifyResult(result: UploadResult): void {
  for (const listener of resultListeners) listener(result);
}

function startUpload({ id, file, albumId, chosenAtUs }: UploadItem): void {
  if (!file) return;
  dispatch({ type: 'begun', id });
  transfers.set(id, startTransfer({ id, file, albumId, chosenAtUs }, createTransferEvents(id, albumId)));
}

function createTransferEvents(id: string, albumId: string): TransferEvents {
  const speed = createSpeedometer();
  let drawnAt = 0;
  return {
    onProgress(sentBytes) {
      const bytesPerSecond = speed(sentBytes);
      const now = performance.now();
      if (now - drawnAt < PROGRESS_MS) return;
      drawnAt = now;
      dispatch({ type: 'progressed', id, sentBytes, bytesPerSecond });
    },
    onFailed({ reason, isLost, isRefused, code }) {
      transfers.delete(id);
      // A manual retry may succeed; after a reload the entry would not be understood.
      if (isRefused) forgetUpload(id);
      dispatch({ type: 'failed', id, reason, isLost, code });
      advance();
    },
    onDone(outcome) {
      transfers.delete(id);
      uploadedInRun += outcome.duplicateOf ? 0 : 1;
      forgetUpload(id);
      releaseUpload(id);
      dispatch({ type: 'uploaded', id, ...outcome });
      notifyResult({ kind: 'uploaded', albumId });
      advance();
    },
  };
}

function forgetUpload(id: string): void {
  removeUploadRecord(id);
  void storedFiles.remove(id);
  storing.retrySkipped();
}

function releaseUpload(id: string): void {
  releases.get(id)?.();
  releases.delete(id);
}

function stopAll(): void {
  for (const transfer of transfers.values()) transfer.stop();
  transfers.clear();
}

const storing = createFileStoring({
  findNext: (skipped) => {
    const item = queue.items.find((one) => isInProgress(one) && !one.isKept && one.file && !skipped.has(one.id));
    return item?.file ? { id: item.id, file: item.file } : undefined;
  },
  put: async (id, file) => {
    // Without a record, a reload would not find the file.
    if (!hasUploadRecord(id)) return 'noSpace';
    const result = await storedFiles.put(id, file);
    if (hasUploadRecord(id)) return result;
    // Uploaded or cancelled while it was being stored.
    await storedFiles.remove(id);
    return 'noSpace';
  },
  onStored: (id) => dispatch({ type: 'kept', id }),
});

async function lockUpload(userId: string, id: string): Promise<boolean> {
  if (releases.has(id)) return true;
  const lock = await acquireLock(userId, id);
  if (lock) releases.set(id, lock);
  return lock !== null;
}

/** Resumes uploads of an earlier visit or of a closed tab. */
async function restoreUploads(notes: readonly UploadRecord[]): Promise<void> {
  const items = await Promise.all(
    notes.map(async (note): Promise<UploadItem[]> => {
      const { id, userId, albumId, name, size, chosenAtUs } = note;
      if (findItem(id)) return [];
      if (!(await lockUpload(userId, id))) {
        void waitForOtherTab(note);
        return [];
      }
      const file = await storedFiles.get(id);
      if (hasUploadRecord(id) && userId === currentUser())
        return [{ id, albumId, name, size, file, chosenAtUs, isKept: file !== null, state: { is: file ? 'queued' : 'missing' } }];
      releaseUpload(id);
      return [];
    }),
  );
  if (items.flat().length === 0) return;
  dispatch({ type: 'added', items: items.flat() });
  advance();
}

async function waitForOtherTab(note: UploadRecord): Promise<void> {
  await waitForRelease(note.userId, note.id);
  await new Promise((resolve) => setTimeout(resolve, RELOAD_GRACE_MS));
  if (hasUploadRecord(note.id) && note.userId === currentUser()) await restoreUploads([note]);
}

let restoredFor = '';

export const uploads = {
  current: (): UploadQueue => queue,
  /** Once per account: resumes its stored uploads, and deletes those of others. */
  restore(userId: string): void {
    if (restoredFor === userId) return;
    restoredFor = userId;
    const notes = listUploadRecords();
    for (const note of notes) if (note.userId !== userId) removeUploadRecord(note.id);
    const own = notes.filter((note) => note.userId === userId);
    void storedFiles.keepOnly(own.map(({ id }) => id));
    void restoreUploads(own);
  },
  /** Returns the files that are being uploaded already, here or in another tab. */
  async add(files: readonly File[], albumId: string): Promise<File[]> {
    const userId = currentUser();
    const held = await Promise.all(
      files.map(async (file) => {
        const id = getUploadId(albumId, file);
        const known = findItem(id);
        return !(known && isInProgress(known)) && (await lockUpload(userId, id));
      }),
    );
    const news = files.filter((_, index) => held[index]);
    const items = createItems(queue, news, albumId, () => ({ is: 'queued' }));
    for (const { id, name, size, chosenAtUs } of items) saveUploadRecord({ id, userId, albumId, name, size, chosenAtUs });
    dispatch({ type: 'added', items });
    advance();
    return files.filter((_, index) => !held[index]);
  },
  /** Reports the end of the uploads only when `addAll` has added all files of a selection, even if the first ones finish earlier. */
  async addTogether(addAll: () => Promise<void>): Promise<void> {
    openSelections += 1;
    try {
      await addAll();
    } finally {
      openSelections -= 1;
      advance();
    }
  },
  /** Lists what the album has already: with each file the media that shows it. */
  addKnown(known: ReadonlyMap<File, string>, albumId: string): void {
    const items = createItems(queue, [...known.keys()], albumId, (file) => ({
      is: 'uploaded',
      mediaId: null,
      duplicateOf: known.get(file) ?? null,
    }));
    if (items.length > 0) dispatch({ type: 'added', items });
  },
  pause(): void {
    stopAll();
    dispatch({ type: 'paused' });
  },
  resume(): void {
    dispatch({ type: 'resumed' });
    advance();
  },
  /** All that failed, or one of them. */
  retry(id?: string): void {
    for (const item of queue.items) {
      const { name, size, albumId, chosenAtUs, state } = item;
      if (state.is === 'failed' && (id ?? item.id) === item.id)
        saveUploadRecord({ id: item.id, userId: currentUser(), albumId, name, size, chosenAtUs });
    }
    dispatch({ type: 'retried', id });
    dispatch({ type: 'resumed' });
    advance();
  },
  /** Takes it off the list; what already arrived is deleted on the server. */
  remove(id: string): void {
    const transfer = transfers.get(id);
    if (transfer) transfer.stop({ forget: true });
    else if (findItem(id)?.state.is !== 'uploaded') abandonUpload(id);
    transfers.delete(id);
    forgetUpload(id);
    releaseUpload(id);
    dispatch({ type: 'removed', id });
    advance();
  },
  /** Takes all off the list. */
  clear(): void {
    for (const { id } of queue.items) uploads.remove(id);
    dispatch({ type: 'resumed' });
  },
};

// The next user of this browser must neither continue nor find the files of the previous one.
onSessionEnd(() => {
  stopAll();
  for (const id of releases.keys()) releaseUpload(id);
  uploadedInRun = 0;
  restoredFor = '';
  for (const { id } of queue.items) dispatch({ type: 'removed', id });
  dispatch({ type: 'resumed' });
  void storedFiles.keepOnly([]);
});

onUploadFromOtherTab((note) => note.userId === currentUser() && void waitForOtherTab(note));

window.addEventListener('offline', () => {
  stopAll();
  dispatch({ type: 'went offline' });
});
window.addEventListener('online', () => {
  dispatch({ type: 'came online' });
  advance();
});

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
