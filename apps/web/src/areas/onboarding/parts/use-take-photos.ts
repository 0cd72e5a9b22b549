import { useRef } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenPlans } from '../../accounts/parts/upgrade-link.tsx';
import { useSaveAlbum } from '../../albums/api/albums.ts';
import { classifyFiles } from '../../uploads/accepted-files.ts';
import { addFiles } from '../../uploads/add-files.ts';
import { toastRefusedFiles } from '../../uploads/skipped-file-toasts.ts';

export const FIRST_ALBUM = 'First photos';

/** Takes photos into an album, which is made with the first of them. `albumId` is the one there is. */
export function useAddPhotos(albumId: string | undefined) {
  const upgrade = useOpenPlans();
  // Who drops twice before the album is there means one album.
  const making = useRef<Promise<string> | null>(null);
  const create = useSaveAlbum(undefined, { onError: (error) => toast.error(getErrorMessage(error)) });
  const make = () => {
    making.current ??= create
      .mutateAsync({ name: FIRST_ALBUM })
      .then(({ result }) => result._id)
      .finally(() => (making.current = null));
    return making.current;
  };
  const take = async (files: readonly File[]): Promise<void> => {
    // No album for nothing but what is refused.
    const choice = classifyFiles(files);
    if (choice.accepted.length === 0) return toastRefusedFiles(choice);
    const into = albumId ?? (await make().catch(() => null));
    if (into !== null) await addFiles(files, into, upgrade);
  };
  return { take: (files: readonly File[]) => void take(files), isMaking: create.isPending };
}
