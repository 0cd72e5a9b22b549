import { getSession } from '../../lib/session.ts';
import { chooseFiles, WAITING_MAX } from './accepted-files.ts';
import { fetchRoom } from './api/room.ts';
import { isInProgress } from './queue-state.ts';
import { fitFiles, type Room } from './room.ts';
import { toastFilesInProgress, toastFilesOverQuota, toastFollowing, toastSkippedFiles } from './skipped-file-toasts.ts';
import { uploads } from './upload-queue.ts';

/** Adds files to the queue. Toasts name the skipped ones before anything is sent; `onUpgrade` leads to plans with more storage. Returns whether any was added. */
export async function addFiles(files: readonly File[], albumId: string, onUpgrade: () => void): Promise<boolean> {
  const inProgress = uploads.current().items.filter(isInProgress).length;
  const choice = chooseFiles(files, Math.max(0, WAITING_MAX - inProgress));
  toastSkippedFiles(choice);
  if (choice.accepted.length === 0) return false;
  const fitting = await filterFitting(choice.accepted, albumId, onUpgrade);
  if (fitting.length === 0) return false;
  const known = await uploads.add(fitting, albumId);
  toastFilesInProgress(known);
  toastFollowing(inProgress + fitting.length - known.length);
  return true;
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
