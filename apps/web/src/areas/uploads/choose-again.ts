import { formatCount } from '../../lib/format.ts';
import { toast } from '../../ui/toast-store.ts';
import { getUploadId } from './queue-state.ts';
import { uploads } from './upload-queue.ts';

/** Files that were cut off and not kept, chosen a second time: each goes on in the album it was for. */
export async function resumeInterrupted(files: readonly File[]): Promise<void> {
  const missing = uploads.current().items.filter(({ state }) => state.is === 'missing');
  const strangers: File[] = [];
  for (const file of files) {
    const item = missing.find(({ id, albumId }) => id === getUploadId(albumId, file));
    if (item) await uploads.add([file], item.albumId);
    else strangers.push(file);
  }
  if (strangers.length > 0)
    toast.warning(
      `${formatCount(strangers.length, 'file isn’t one of', 'files aren’t among')} the interrupted uploads and ${strangers.length === 1 ? 'was' : 'were'} skipped.`,
    );
}
