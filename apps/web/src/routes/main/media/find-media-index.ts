import { mediaIdsOptions } from '../../../features/media/api/media.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Where a media stands in its album; undefined when it is there no more. */
export async function findMediaIndex(albumId: string, mediaId: string): Promise<number | undefined> {
  const ids = await queryClient.fetchQuery(mediaIdsOptions({ albumId })).catch((): string[] => []);
  const index = ids.indexOf(mediaId);
  return index >= 0 ? index : undefined;
}
