import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { readMedia } from '@vitrine/contract/media.endpoints';
import { mediaKeys } from '../../../entities/media/media-keys.ts';
import { call } from '../../../lib/api-client.ts';

const POLL_MS = 5000;

/** What became of an uploaded file. Live events refresh it; the slow poll stands in where they are lost. */
const processingOptions = (albumId: string, mediaId: string) =>
  queryOptions({
    queryKey: [...mediaKeys.ofAlbum(albumId), 'one', mediaId],
    queryFn: ({ signal }) => call(readMedia, { params: { mediaId }, signal }),
    refetchInterval: ({ state }) => (state.data && isSettled(state.data.status) ? false : POLL_MS),
  });

const isSettled = (status: number): boolean => status === MEDIA_STATUS.complete || status === MEDIA_STATUS.failed;

export function useProcessing(albumId: string, mediaId: string | null) {
  // What is through is not asked about again, however many others of its album come after it.
  const media = useQuery({
    ...processingOptions(albumId, mediaId ?? ''),
    enabled: ({ state }) => mediaId !== null && !(state.data && isSettled(state.data.status)),
  });
  const percent = useQuery<number>({ queryKey: mediaKeys.progress(mediaId ?? ''), queryFn: skipToken });
  return { media: media.data, percent: percent.data ?? null };
}
