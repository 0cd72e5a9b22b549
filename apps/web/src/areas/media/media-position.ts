import { AppError } from '../../lib/app-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast-store.ts';
import { type MediaListQuery, mediaIdsOptions, mediaOptions } from './api/media.ts';
import type { MediaPosition } from './use-preview.ts';

/** Returns the current position in this list. */
export async function findPositionInAlbum(query: MediaListQuery, mediaId: string): Promise<MediaPosition> {
  const index = (await queryClient.fetchQuery({ ...mediaIdsOptions(query), staleTime: 0 })).indexOf(mediaId);
  return index >= 0 ? index : 'gone';
}

/** Whether it is anywhere at all. */
export async function checkMediaExists(mediaId: string): Promise<MediaPosition> {
  try {
    await queryClient.fetchQuery({ ...mediaOptions(mediaId), staleTime: 0 });
    return 'elsewhere';
  } catch (error) {
    return error instanceof AppError && error.status === 404 ? 'gone' : 'elsewhere';
  }
}

/** Returns the position of a media in its album; undefined, with a message for users who followed a link, when it no longer exists. */
export async function findMediaIndex(albumId: string, mediaId: string, { isSaid }: { isSaid: boolean }): Promise<number | undefined> {
  const ids = await queryClient.fetchQuery(mediaIdsOptions({ albumId })).catch(() => null);
  // The page of the album says why it cannot be seen.
  if (!ids) return undefined;
  const index = ids.indexOf(mediaId);
  if (index < 0 && isSaid) toast.warning('This photo is no longer in the album. It may have been removed.');
  return index >= 0 ? index : undefined;
}
