import { AppError } from '../../lib/app-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type MediaListQuery, mediaIdsOptions, mediaOptions } from './api/media.ts';
import type { MediaPosition } from './use-preview.ts';

/** Where in this list it stands now. */
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
