import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast-store.ts';
import { mediaIdsOptions } from './api/media.ts';

/** Where a media stands in its album; undefined when it is there no more, which is said to who follows a link to it. */
export async function findMediaIndex(albumId: string, mediaId: string, { isSaid }: { isSaid: boolean }): Promise<number | undefined> {
  const ids = await queryClient.fetchQuery(mediaIdsOptions({ albumId })).catch(() => null);
  // The page of the album says why it cannot be seen.
  if (!ids) return undefined;
  const index = ids.indexOf(mediaId);
  if (index < 0 && isSaid) toast.warning('This photo is no longer in the album. It may have been removed.');
  return index >= 0 ? index : undefined;
}
