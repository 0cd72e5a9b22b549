import { formatCount } from '../../lib/format.ts';
import { getSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { acceptsOfficeFiles } from '../media/api/accepted-files.ts';
import { classifyFiles, isOfficeFile, MAX_WAITING, takeFirst } from './accepted-files.ts';
import { fetchFreeSpace, requestDuplicates } from './api/uploads.ts';
import { findDuplicates } from './duplicate-files.ts';
import { type FreeSpace, fitFiles } from './free-space.ts';
import { getUploadId, isInProgress } from './queue-state.ts';
import {
  toastFilesInProgress,
  toastFilesOverLimit,
  toastFilesOverQuota,
  toastQueuedFiles,
  toastRefusedFiles,
} from './skipped-file-toasts.ts';
import { uploads } from './upload-queue.ts';

/**
 * Adds files to the queue. Duplicates in the album are listed but do not count against limits or space. Toasts name skipped files before anything is sent;
 * `onUpgrade` leads to plans with more storage; undefined for users who cannot buy one. Returns true when the queue has visible entries.
 */
export async function addFiles(files: readonly File[], albumId: string, onUpgrade: (() => void) | undefined): Promise<boolean> {
  const choice = classifyFiles(files, !files.some(isOfficeFile) || (await acceptsOfficeFiles()));
  toastRefusedFiles(choice);
  const known = await findDuplicatesWithToast(choice.accepted, albumId);
  uploads.addKnown(known, albumId);
  const inProgress = uploads.current().items.filter(isInProgress).length;
  const { taken, overLimit } = takeFirst(
    choice.accepted.filter((file) => !known.has(file)),
    MAX_WAITING - inProgress,
  );
  toastFilesOverLimit(taken.length, overLimit);
  const fitting = taken.length > 0 ? await filterByFreeSpace(taken, albumId, onUpgrade) : [];
  const underWay = await uploads.add(fitting, albumId);
  toastFilesInProgress(underWay);
  toastQueuedFiles(inProgress + fitting.length - underWay.length);
  return known.size + fitting.length > 0;
}

/** Delay after which a toast appears; most checks are faster. */
const TOAST_DELAY_MS = 500;

async function findDuplicatesWithToast(files: readonly File[], albumId: string): Promise<Map<File, string>> {
  let told: number | undefined;
  const timer = setTimeout(
    () => (told = toast.loading(files.length === 1 ? 'Checking for duplicates…' : `Checking ${files.length} files for duplicates…`)),
    TOAST_DELAY_MS,
  );
  try {
    return await findDuplicates(files, { request: (fingerprints) => requestDuplicates(albumId, fingerprints), read: computeChecksums });
  } finally {
    clearTimeout(timer);
    if (told !== undefined) toast.close(told);
  }
}

async function filterByFreeSpace(files: File[], albumId: string, onUpgrade: (() => void) | undefined): Promise<File[]> {
  const room = await fetchFreeSpace(getSession()?.userId ?? '', albumId);
  if (!room) return files;
  const left = subtractUploading(room, albumId);
  const fit = fitFiles(files, left);
  toastFilesOverQuota(fit, left, onUpgrade);
  return fit.fitting;
}

/** The server counts a file only once it has arrived, so uploads in progress are subtracted here. */
function subtractUploading({ accountBytes, albumBytes }: FreeSpace, albumId: string): FreeSpace {
  const inProgress = uploads.current().items.filter(isInProgress);
  const sum = (items: typeof inProgress) => items.reduce((bytes, { size }) => bytes + size, 0);
  return {
    accountBytes: accountBytes - sum(inProgress),
    albumBytes: albumBytes - sum(inProgress.filter((item) => item.albumId === albumId)),
  };
}

/** The SHA-256 of each file, in the same order; null for what cannot be read. */
async function computeChecksums(files: readonly File[]): Promise<(string | null)[]> {
  if (files.length === 0) return [];
  const worker = new Worker(new URL('./checksum.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      const checksums: (string | null)[] = [];
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker did not start.')));
      worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
        if (checksums.push(data) === files.length) resolve(checksums);
      });
      for (const file of files) worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

/** Resumes interrupted uploads with files that were chosen again, each in its original album. */
export async function resumeInterrupted(files: readonly File[]): Promise<void> {
  const missing = uploads.current().items.filter(({ state }) => state.is === 'missing');
  const albumIds = new Map(missing.map(({ id, albumId }) => [id, albumId]));
  const findAlbumId = (file: File) => [...new Set(albumIds.values())].find((albumId) => albumIds.has(getUploadId(albumId, file)));
  const byAlbum = new Map<string, File[]>();
  const strangers: File[] = [];
  for (const file of files) {
    const albumId = findAlbumId(file);
    if (albumId === undefined) strangers.push(file);
    else byAlbum.set(albumId, [...(byAlbum.get(albumId) ?? []), file]);
  }
  for (const [albumId, found] of byAlbum) await uploads.add(found, albumId);
  if (strangers.length > 0)
    toast.warning(
      `${formatCount(strangers.length, 'file isn’t one of', 'files aren’t among')} the interrupted uploads and ${strangers.length === 1 ? 'was' : 'were'} skipped.`,
    );
}
