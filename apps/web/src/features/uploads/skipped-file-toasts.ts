import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { countOf, formatLimit } from '../../lib/format.ts';
import { toast } from '../../ui/toast-store.ts';
import { type Choice, WAITING_MAX } from './accepted-files.ts';
import type { Fit, Room } from './room.ts';

/** Of what is new, how much more there is than can wait. */
export function toastFilesOverLimit(taken: number, overLimit: number): void {
  if (overLimit <= 0) return;
  const rest = taken === 0 ? 'Wait for the others to finish.' : `${countOf(overLimit, 'file was', 'files were')} left out.`;
  toast.warning(`At most ${WAITING_MAX} files can wait to be uploaded. ${rest}`);
}

/** Which chosen files are none that can be uploaded. */
export function toastRefusedFiles({ refused, empty }: Choice): void {
  if (refused.length > 0) toast.error(`${MESSAGES.fileUnsupported}: ${namesOf(refused)}`);
  if (empty.length > 0) toast.error(`Empty file: ${namesOf(empty)}`);
}

/** `room` is what was left for these files; a larger plan has more. */
export function toastFilesOverQuota({ tooLarge, overAccount, overAlbum }: Fit<File>, room: Room, onUpgrade: () => void): void {
  if (tooLarge.length > 0) toast.error(`Skipped, larger than ${formatLimit(LIMITS.fileBytes)}: ${namesOf(tooLarge)}`);
  if (overAccount.length > 0) {
    const text = `Skipped: ${namesOf(overAccount)}. Your storage has room for ${roomOf(room.accountBytes)}.`;
    toast.error(text, undefined, { label: 'Upgrade', onSelect: onUpgrade });
  }
  if (overAlbum.length > 0) toast.error(`Skipped: ${namesOf(overAlbum)}. The album has room for ${roomOf(room.albumBytes)}.`);
}

/** Of more than are sent at a time, what becomes of the rest. */
export function toastFollowing(inProgress: number): void {
  const rest = inProgress - LIMITS.filesPerUpload;
  if (rest <= 0) return;
  const words = rest === 1 ? 'The last one follows by itself.' : `The other ${rest} follow by themselves.`;
  toast.warning(`At most ${LIMITS.filesPerUpload} files can be uploaded at a time. ${words}`);
}

export function toastFilesInProgress(files: readonly File[]): void {
  if (files.length > 0) toast.warning(`Already being uploaded: ${namesOf(files)}`);
}

const roomOf = (bytes: number): string => (bytes <= 0 ? 'nothing more' : `${formatLimit(bytes)} more`);

function namesOf(files: readonly File[]): string {
  const [first, ...others] = files;
  return others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${countOf(others.length, 'other file')}`;
}
