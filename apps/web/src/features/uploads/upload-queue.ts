import { LIMITS } from '@vitrine/contract/limits';
import { useSyncExternalStore } from 'react';
import { getSession, onSessionEnd } from '../../lib/session.ts';
import { keptFiles } from './kept-files.ts';
import { isInProgress, nextToBegin, reduce, type UploadEvent, type UploadItem, type UploadQueue, uploadId } from './queue-state.ts';
import { createSpeedometer } from './speed.ts';
import { abandon, startTransfer, type Transfer, type TransferEvents } from './transfer.ts';
import { acquireLock, type Release, untilReleased } from './upload-locks.ts';
import { hasNote, onForeignNote, readNotes, removeNote, type UploadNote, writeNote } from './upload-notes.ts';

/**
 * Does what the queue's state asks for. It lives outside of React, so it survives every navigation; what survives a
 * reload is noted (upload-notes.ts, kept-files.ts). Whoever has a file in the list holds its lock, in one tab alone.
 */
export type UploadResult = { kind: 'uploaded'; albumId: string } | { kind: 'finished'; count: number };

/** How often a file's progress is drawn. */
const PROGRESS_MS = 200;
/** A tab that reloads gets its files back before another one takes them. */
const GRACE_MS = 5000;

let queue: UploadQueue = { items: [], isPaused: false, isOffline: !navigator.onLine };
let uploadedInRun = 0;
const transfers = new Map<string, Transfer>();
const releases = new Map<string, Release>();
const askedToKeep = new Set<string>();
const listeners = new Set<() => void>();
const resultListeners = new Set<(result: UploadResult) => void>();

const find = (id: string) => queue.items.find((item) => item.id === id);
const currentUser = () => getSession()?.userId ?? '';

function apply(event: UploadEvent): void {
  queue = reduce(queue, event);
  for (const listener of listeners) listener();
}

/** After each step: starts what may start, and reports the end of a run. */
function advance(): void {
  for (const item of nextToBegin(queue)) begin(item);
  keepNext();
  if (uploadedInRun === 0 || queue.items.some(isInProgress)) return;
  notifyResult({ kind: 'finished', count: uploadedInRun });
  uploadedInRun = 0;
}

function notifyResult(result: UploadResult): void {
  for (const listener of resultListeners) listener(result);
}

function begin({ id, file, albumId, chosenAtUs }: UploadItem): void {
  if (!file) return;
  apply({ type: 'begun', id });
  transfers.set(id, startTransfer({ id, file, albumId, chosenAtUs }, eventsOf(id, albumId)));
}

function eventsOf(id: string, albumId: string): TransferEvents {
  const speed = createSpeedometer();
  let drawnAt = 0;
  return {
    onProgress(sentBytes) {
      const bytesPerSecond = speed(sentBytes);
      const now = performance.now();
      if (now - drawnAt < PROGRESS_MS) return;
      drawnAt = now;
      apply({ type: 'progressed', id, sentBytes, bytesPerSecond });
    },
    onFailed({ reason, isLost, isRefused, code }) {
      transfers.delete(id);
      // Retried by hand it may go well; after a reload nobody would know why it is there again.
      if (isRefused) forget(id);
      apply({ type: 'failed', id, reason, isLost, code });
      advance();
    },
    onDone(outcome) {
      transfers.delete(id);
      uploadedInRun += outcome.duplicateOf ? 0 : 1;
      forget(id);
      release(id);
      apply({ type: 'uploaded', id, ...outcome });
      notifyResult({ kind: 'uploaded', albumId });
      advance();
    },
  };
}

function forget(id: string): void {
  removeNote(id);
  askedToKeep.delete(id);
  void keptFiles.remove(id);
}

function release(id: string): void {
  releases.get(id)?.();
  releases.delete(id);
}

function stopAll(): void {
  for (const transfer of transfers.values()) transfer.stop();
  transfers.clear();
}

/** One after the other, so that what is kept never costs the memory of more than one. */
let keeping = Promise.resolve();
/** Those whose turn comes next, once each: of all that wait, the browser would have to copy gigabytes. */
function keepNext(): void {
  for (const { id, file } of queue.items.filter(isInProgress).slice(0, LIMITS.filesPerUpload)) {
    if (askedToKeep.has(id)) continue;
    askedToKeep.add(id);
    keeping = keeping.then(async () => {
      const item = find(id);
      if (!file || !item || !isInProgress(item)) return;
      const isKept = await keptFiles.put(id, file);
      // Through, or cancelled, while it was being kept.
      if (!hasNote(id)) await keptFiles.remove(id);
      else if (isKept) apply({ type: 'kept', id });
    });
  }
}

async function hold(userId: string, id: string): Promise<boolean> {
  if (releases.has(id)) return true;
  const lock = await acquireLock(userId, id);
  if (lock) releases.set(id, lock);
  return lock !== null;
}

/** Resumes uploads of an earlier visit or of a closed tab. */
async function restoreNotes(notes: readonly UploadNote[]): Promise<void> {
  const items = await Promise.all(
    notes.map(async (note): Promise<UploadItem[]> => {
      const { id, userId, albumId, name, size, chosenAtUs } = note;
      if (find(id)) return [];
      if (!(await hold(userId, id))) {
        void waitFor(note);
        return [];
      }
      const file = await keptFiles.get(id);
      if (hasNote(id) && userId === currentUser())
        return [{ id, albumId, name, size, file, chosenAtUs, isKept: file !== null, state: { is: file ? 'queued' : 'missing' } }];
      release(id);
      return [];
    }),
  );
  if (items.flat().length === 0) return;
  apply({ type: 'added', items: items.flat() });
  advance();
}

async function waitFor(note: UploadNote): Promise<void> {
  await untilReleased(note.userId, note.id);
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  if (hasNote(note.id) && note.userId === currentUser()) await restoreNotes([note]);
}

let restoredFor = '';

/** What is chosen again after it was cut off keeps its place in the order. */
function itemsOf(files: readonly File[], albumId: string, stateOf: (file: File) => UploadItem['state']): UploadItem[] {
  const nowUs = Date.now() * 1000;
  return files.map((file, index) => {
    const { name, size } = file;
    const id = uploadId(albumId, file);
    const before = find(id);
    const chosenAtUs = before?.state.is === 'missing' ? before.chosenAtUs : nowUs + index;
    return { id, albumId, name, size, file, chosenAtUs, isKept: false, state: stateOf(file) };
  });
}

export const uploads = {
  current: (): UploadQueue => queue,
  /** Once per person: goes on with what this browser remembers of theirs, and drops what is somebody else's. */
  restore(userId: string): void {
    if (restoredFor === userId) return;
    restoredFor = userId;
    const notes = readNotes();
    for (const note of notes) if (note.userId !== userId) removeNote(note.id);
    const own = notes.filter((note) => note.userId === userId);
    void keptFiles.keepOnly(own.map(({ id }) => id));
    void restoreNotes(own);
  },
  /** Answers those that are on their way already, here or in another tab. */
  async add(files: readonly File[], albumId: string): Promise<File[]> {
    const userId = currentUser();
    const held = await Promise.all(
      files.map(async (file) => {
        const id = uploadId(albumId, file);
        const known = find(id);
        return !(known && isInProgress(known)) && (await hold(userId, id));
      }),
    );
    const news = files.filter((_, index) => held[index]);
    const items = itemsOf(news, albumId, () => ({ is: 'queued' }));
    for (const { id, name, size, chosenAtUs } of items) writeNote({ id, userId, albumId, name, size, chosenAtUs });
    apply({ type: 'added', items });
    advance();
    return files.filter((_, index) => !held[index]);
  },
  /** Lists what the album has already: with each file the media that shows it. */
  addKnown(known: ReadonlyMap<File, string>, albumId: string): void {
    const items = itemsOf([...known.keys()], albumId, (file) => ({ is: 'uploaded', mediaId: null, duplicateOf: known.get(file) ?? null }));
    if (items.length > 0) apply({ type: 'added', items });
  },
  pause(): void {
    stopAll();
    apply({ type: 'paused' });
  },
  resume(): void {
    apply({ type: 'resumed' });
    advance();
  },
  /** All that failed, or one of them. */
  retry(id?: string): void {
    for (const item of queue.items) {
      const { name, size, albumId, chosenAtUs, state } = item;
      if (state.is === 'failed' && (id ?? item.id) === item.id)
        writeNote({ id: item.id, userId: currentUser(), albumId, name, size, chosenAtUs });
    }
    apply({ type: 'retried', id });
    apply({ type: 'resumed' });
    advance();
  },
  /** Takes it off the list; what already arrived is deleted on the server. */
  remove(id: string): void {
    const transfer = transfers.get(id);
    if (transfer) transfer.stop({ forget: true });
    else if (find(id)?.state.is !== 'uploaded') abandon(id);
    transfers.delete(id);
    forget(id);
    release(id);
    apply({ type: 'removed', id });
    advance();
  },
  /** Takes all off the list. */
  clear(): void {
    for (const { id } of queue.items) uploads.remove(id);
    apply({ type: 'resumed' });
  },
};

// The next person at this browser must not go on with somebody else's files, nor find them.
onSessionEnd(() => {
  stopAll();
  for (const id of releases.keys()) release(id);
  uploadedInRun = 0;
  restoredFor = '';
  for (const { id } of queue.items) apply({ type: 'removed', id });
  apply({ type: 'resumed' });
  void keptFiles.keepOnly([]);
});

onForeignNote((note) => note.userId === currentUser() && void waitFor(note));

window.addEventListener('offline', () => {
  stopAll();
  apply({ type: 'went offline' });
});
window.addEventListener('online', () => {
  apply({ type: 'came online' });
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
