import { countOf } from '../../lib/format.ts';
import { getSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { chooseFiles, takeFirst, WAITING_MAX } from './accepted-files.ts';
import { askKnown } from './api/known.ts';
import { fetchRoom } from './api/room.ts';
import { readChecksums } from './checksums.ts';
import { findKnown } from './known-files.ts';
import { isInProgress } from './queue-state.ts';
import { fitFiles, type Room } from './room.ts';
import {
  toastFilesInProgress,
  toastFilesOverLimit,
  toastFilesOverQuota,
  toastFollowing,
  toastRefusedFiles,
} from './skipped-file-toasts.ts';
import { uploads } from './upload-queue.ts';

/**
 * Adds files to the queue. Those that are in the album already are listed with it and count for nothing: neither for limits nor for room. Toasts name the
 * skipped ones before anything is sent; `onUpgrade` leads to plans with more storage. Returns whether there is anything to see in the queue.
 */
export async function addFiles(files: readonly File[], albumId: string, onUpgrade: () => void): Promise<boolean> {
  const choice = chooseFiles(files);
  toastRefusedFiles(choice);
  const known = await findKnownAloud(choice.accepted, albumId);
  uploads.addKnown(known, albumId);
  const inProgress = uploads.current().items.filter(isInProgress).length;
  const { taken, overLimit } = takeFirst(
    choice.accepted.filter((file) => !known.has(file)),
    WAITING_MAX - inProgress,
  );
  toastFilesOverLimit(taken.length, overLimit);
  const fitting = taken.length > 0 ? await filterFitting(taken, albumId, onUpgrade) : [];
  const underWay = await uploads.add(fitting, albumId);
  toastFilesInProgress(underWay);
  toastFollowing(inProgress + fitting.length - underWay.length);
  return known.size + fitting.length > 0;
}

/** Long enough that most are through without a word. */
const QUIET_MS = 500;

async function findKnownAloud(files: readonly File[], albumId: string): Promise<Map<File, string>> {
  let told: number | undefined;
  const timer = setTimeout(() => (told = toast.loading(`Checking which of ${countOf(files.length, 'file')} are there already.`)), QUIET_MS);
  try {
    return await findKnown(files, { ask: (asked) => askKnown(albumId, asked), read: readChecksums });
  } finally {
    clearTimeout(timer);
    if (told !== undefined) toast.close(told);
  }
}

async function filterFitting(files: File[], albumId: string, onUpgrade: () => void): Promise<File[]> {
  const room = await fetchRoom(getSession()?.userId ?? '', albumId);
  if (!room) return files;
  const left = withoutUnderWay(room, albumId);
  const fit = fitFiles(files, left);
  toastFilesOverQuota(fit, left, onUpgrade);
  return fit.fitting;
}

/** The server counts a file only once it has arrived, so uploads in progress are subtracted here. */
function withoutUnderWay({ accountBytes, albumBytes }: Room, albumId: string): Room {
  const inProgress = uploads.current().items.filter(isInProgress);
  const sum = (items: typeof inProgress) => items.reduce((bytes, { size }) => bytes + size, 0);
  return {
    accountBytes: accountBytes - sum(inProgress),
    albumBytes: albumBytes - sum(inProgress.filter((item) => item.albumId === albumId)),
  };
}
