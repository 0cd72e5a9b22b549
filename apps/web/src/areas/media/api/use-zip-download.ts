import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveUrl } from '../../../lib/downloads.ts';
import { toast } from '../../../ui/toast-store.ts';
import { requestZip } from './zip.ts';

/** Everything that is selected, or with no ids the whole album, as one zip that the browser fetches by itself. */
export function useZipDownload(albumId: string) {
  return async (ids?: readonly string[]): Promise<void> => {
    try {
      const { path, name } = await requestZip(albumId, ids);
      saveUrl(path, name);
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
}
