import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { readMedia } from '@vitrine/contract/media.endpoints';
import { call } from '../../../lib/api-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';
import type { ProcessingOutcome } from '../../media/processing-events.ts';

const POLL_MS = 10_000;
const INITIAL_OUTCOME: ProcessingOutcome = { status: MEDIA_STATUS.uploaded, failureReason: null };

/** What became of an uploaded file. The live link tells it; the slow poll stands in where its events are lost. */
const processingOutcomeOptions = (mediaId: string) =>
  queryOptions<ProcessingOutcome>({
    queryKey: mediaKeys.outcome(mediaId),
    queryFn: ({ signal }) => call(readMedia, { params: { mediaId }, signal }),
    initialData: INITIAL_OUTCOME,
    // Not with every change of its album: of hundreds that were just uploaded each would be asked about at each of the others.
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
