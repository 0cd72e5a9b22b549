import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { countOf } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { chooseFiles } from '../accepted-files.ts';
import { isUnderWay, uploads, useUploads } from '../upload-queue.ts';

/** Takes files into the queue; says before anything is sent what is left out, and why. */
export function useAddFiles() {
  const { items } = useUploads();
  const underWay = items.filter(isUnderWay).length;
  return (files: readonly File[], albumId: string): boolean => {
    const { accepted, refused, isOverLimit } = chooseFiles(files, Math.max(0, LIMITS.filesPerUpload - underWay));
    if (isOverLimit) {
      toast.warning(
        `At most ${LIMITS.filesPerUpload} files can be uploaded at a time. ${accepted.length === 0 ? 'Wait for the others to finish.' : `The first ${accepted.length} are taken.`}`,
      );
    }
    if (refused.length > 0) toast.error(`${MESSAGES.fileUnsupported}: ${namesOf(refused)}`);
    if (accepted.length > 0) uploads.add(accepted, albumId);
    return accepted.length > 0;
  };
}

function namesOf(files: File[]): string {
  const [first, ...others] = files;
  return others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${countOf(others.length, 'other file')}`;
}
