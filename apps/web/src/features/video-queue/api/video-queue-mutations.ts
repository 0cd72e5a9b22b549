import type { QueueStatus } from '@vitrine/contract/queues';
import { type After, useChange } from '../../../lib/use-change.ts';
import { videoQueueKeys } from '../video-queue-keys.ts';
import { exportVideos, reprocessVideo, skipVideo } from './video-queue.ts';

interface Said {
  message?: string;
}

/** It may have been done meanwhile: then the list is old, too. */
const stale = { stale: [videoQueueKeys.all], isStaleOnError: true };

export const useReprocessVideo = (after: After<string, Said>) => useChange({ change: reprocessVideo, ...stale }, after);
export const useSkipVideo = (after: After<string, Said>) => useChange({ change: skipVideo, ...stale }, after);
export const useExportVideos = (after: After<QueueStatus | undefined, void>) => useChange({ change: exportVideos, stale: [] }, after);
