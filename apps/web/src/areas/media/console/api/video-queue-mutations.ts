import type { QueueStatus } from '@vitrine/contract/queues';
import type { MessageResponse } from '../../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { exportVideos, reprocessVideo, skipVideo } from './video-queue.ts';
import { videoQueueKeys } from './video-queue-keys.ts';

/** It may have been done meanwhile: then the list is old, too. */
const QUEUE_MUTATION = { stale: [videoQueueKeys.all], isStaleOnError: true };

export const useReprocessVideo = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: reprocessVideo, ...QUEUE_MUTATION }, after);
export const useSkipVideo = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: skipVideo, ...QUEUE_MUTATION }, after);
export const useExportVideos = (after: MutationCallbacks<QueueStatus | undefined, void>) =>
  useApiMutation({ change: exportVideos, stale: [] }, after);
