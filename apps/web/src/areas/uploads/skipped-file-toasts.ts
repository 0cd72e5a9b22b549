import { ACCEPTED_KINDS, OFFICE_MESSAGES } from '@vitrine/contract/accepted-files';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { formatCount, formatLimit } from '../../lib/format.ts';
import { toast } from '../../ui/toast-store.ts';
import { type FileChoice, MAX_WAITING } from './accepted-files.ts';
import type { FitResult, FreeSpace } from './free-space.ts';

/** Reports new files beyond the maximum number of waiting ones. */
export function toastFilesOverLimit(taken: number, overLimit: number): void {
  if (overLimit <= 0) return;
  const rest = taken === 0 ? 'Wait for the current uploads to finish.' : `${formatCount(overLimit, 'file was', 'files were')} skipped.`;
  toast.warning(`You can queue up to ${MAX_WAITING} files. ${rest}`);
}

/** Reports chosen files of unsupported types and empty files. */
export function toastRefusedFiles({ refused, office, empty }: FileChoice): void {
  if (refused.length > 0)
    toast.error(`${MESSAGES.fileUnsupported}: ${formatFileNames(refused)}. You can upload photos as ${ACCEPTED_KINDS}.`);
  if (office.length > 0) toast.error(`${formatFileNames(office)}: ${OFFICE_MESSAGES.notAccepted}`);
  if (empty.length > 0) toast.error(`Empty file: ${formatFileNames(empty)}`);
}

/** `room` is what was left for these files; a larger plan has more. */
export function toastFilesOverQuota(
  { tooLarge, overAccount, overAlbum }: FitResult<File>,
  room: FreeSpace,
  onUpgrade: (() => void) | undefined,
): void {
  if (tooLarge.length > 0) toast.error(`Skipped, larger than ${formatLimit(LIMITS.fileBytes)}: ${formatFileNames(tooLarge)}`);
  if (overAccount.length > 0) {
    const text = `Skipped: ${formatFileNames(overAccount)}. You have ${formatFreeSpace(room.accountBytes)} of storage left.`;
    toast.error(text, undefined, onUpgrade && { label: 'Upgrade', onSelect: onUpgrade });
  }
  if (overAlbum.length > 0) toast.error(`Skipped: ${formatFileNames(overAlbum)}. The album has ${formatFreeSpace(room.albumBytes)} left.`);
}

/** Explains what happens to files beyond the number that is sent at a time. */
export function toastQueuedFiles(inProgress: number): void {
  const rest = inProgress - LIMITS.filesPerUpload;
  if (rest <= 0) return;
  const words = rest === 1 ? 'The last file follows automatically.' : `The other ${rest} follow automatically.`;
  toast.warning(`Up to ${LIMITS.filesPerUpload} files upload at a time. ${words}`);
}

export function toastFilesInProgress(files: readonly File[]): void {
  if (files.length > 0) toast.warning(`Already uploading: ${formatFileNames(files)}`);
}

const formatFreeSpace = (bytes: number): string => (bytes <= 0 ? '0 KB' : `${formatLimit(bytes)}`);

function formatFileNames(files: readonly File[]): string {
  const [first, ...others] = files;
  return others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${formatCount(others.length, 'other file')}`;
}
