import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueueItem, QueueStatus } from '@vitrine/contract/video-queue';
import * as endpoints from '@vitrine/contract/video-queue.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { download } from '../../../../lib/downloads.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';

const videoQueueKeys = {
  all: ['video-queue'] as const,
  pending: ['video-queue', 'pending'] as const,
  stack: (status: string | undefined) => ['video-queue', 'stack', status] as const,
};

const PAGE_SIZE = 10;
/** Polling interval while a video is processed. `IDLE_MS` applies otherwise, to find new videos. */
const RUNNING_MS = 2000;
const IDLE_MS = 15_000;

const isQueueRunning = (item: QueueItem) => item.status === 'inprogress';

interface LoadedQueue {
  state: { data?: { pages: readonly (readonly QueueItem[])[] } | undefined };
}
const getRefreshInterval = ({ state }: LoadedQueue) => (state.data?.pages.flat().some(isQueueRunning) ? RUNNING_MS : IDLE_MS);

/** Running and waiting videos in the order of processing. */
export const pendingVideosOptions = infiniteQueryOptions({
  queryKey: videoQueueKeys.pending,
  queryFn: ({ pageParam, signal }) => call(endpoints.listPendingVideos, { query: { page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _pages, number) => (page.length < PAGE_SIZE ? undefined : number + 1),
  refetchInterval: getRefreshInterval,
});

/** All videos, the newest first. */
export const videoStackOptions = (status: QueueStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: videoQueueKeys.stack(status),
    queryFn: ({ pageParam, signal }) => call(endpoints.listVideos, { query: { status, after: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    refetchInterval: getRefreshInterval,
  });

const reprocessVideo = (mediaId: string) => send(endpoints.reprocessVideo, { params: { mediaId } });
const skipVideo = (mediaId: string) => send(endpoints.skipVideo, { params: { mediaId } });

const exportVideos = (status: QueueStatus | undefined) =>
  download(getEndpointUrl(endpoints.exportVideos, { query: { status } }), 'videos.csv');

/** Refetches after errors too, because a video that was processed in the meantime causes a refusal. */
const QUEUE_MUTATION = { invalidates: [videoQueueKeys.all], invalidatesOnError: true };

export const useReprocessVideo = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: reprocessVideo, ...QUEUE_MUTATION }, after);
export const useSkipVideo = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: skipVideo, ...QUEUE_MUTATION }, after);
export const useExportVideos = (after: MutationCallbacks<QueueStatus | undefined, void>) =>
  useApiMutation({ mutate: exportVideos, invalidates: [] }, after);
