import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { readAlbum, readStorage } from '@vitrine/contract/albums.endpoints';
import { LIMITS } from '@vitrine/contract/limits';
import { type DuplicateFiles, MEDIA_STATUS } from '@vitrine/contract/media';
import { findDuplicateFiles, readMedia } from '@vitrine/contract/media.endpoints';
import { call } from '../../../lib/api-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import type { ProcessingOutcome } from '../../media/processing-events.ts';
import type { FreeSpace } from '../free-space.ts';

const POLL_MS = 10_000;
const INITIAL_OUTCOME: ProcessingOutcome = { status: MEDIA_STATUS.uploaded, failureReason: null };

/** Outcome of an uploaded file. It arrives by live events, with slow polling in case they are lost. */
const processingOutcomeOptions = (mediaId: string) =>
  queryOptions<ProcessingOutcome>({
    queryKey: mediaKeys.outcome(mediaId),
    queryFn: ({ signal }) => call(readMedia, { params: { mediaId }, signal }),
    initialData: INITIAL_OUTCOME,
    // Not refetched on every change of its album: each of hundreds of uploads would be requested for each of the others.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data && isProcessed(state.data.status) ? false : POLL_MS),
  });

const isProcessed = (status: number): boolean => status === MEDIA_STATUS.complete || status === MEDIA_STATUS.failed;

export function useProcessing(mediaId: string | null) {
  const outcome = useQuery({
    ...processingOutcomeOptions(mediaId ?? ''),
    enabled: ({ state }) => mediaId !== null && !(state.data && isProcessed(state.data.status)),
  });
  const percent = useQuery<number>({ queryKey: mediaKeys.progress(mediaId ?? ''), queryFn: skipToken });
  return { media: outcome.data, percent: percent.data ?? null };
}

/** A slow response delays no upload, because duplicates are also found at its end. */
const DUPLICATES_TIMEOUT_MS = 10_000;

export interface FileFingerprint {
  size: number;
  sha256?: string;
}

/** Returns the indexes of files that the album already contains. */
export const requestDuplicates = (albumId: string, files: FileFingerprint[]): Promise<DuplicateFiles> =>
  call(findDuplicateFiles, { params: { albumId }, body: { files }, signal: AbortSignal.timeout(DUPLICATES_TIMEOUT_MS) });

/** A server that is slow to say holds up no upload: it judges each file anyway. */
const FREE_SPACE_TIMEOUT_MS = 4000;

/** Returns the free space of the account and of the album (a new one without an id), in bytes; null when it is unknown. */
export async function fetchFreeSpace(userId: string, albumId?: string): Promise<FreeSpace | null> {
  const signal = AbortSignal.timeout(FREE_SPACE_TIMEOUT_MS);
  try {
    const [storage, album] = await Promise.all([
      call(readStorage, { params: { userId }, signal }),
      albumId === undefined ? { albumStorage: 0 } : call(readAlbum, { params: { id: albumId }, signal }),
    ]);
    return { accountBytes: storage.quotaBytes - storage.totalStorage, albumBytes: LIMITS.albumBytes - album.albumStorage };
  } catch (error) {
    console.warn('The room that is left is not known before the upload.', error);
    return null;
  }
}
