import { MEDIA_STATUS, type QueueItem, type QueueStatus } from '@vitrine/contract';
import { csvCell, csvHead, csvLine } from '../../platform/csv.ts';
import type { QueueRow } from './video-queue.read-model.ts';

const statusOf = ({ has_job: hasJob, status }: QueueRow): QueueStatus => {
  if (!hasJob && status === MEDIA_STATUS.failed) return 'failed';
  return !hasJob && status >= MEDIA_STATUS.playable ? 'success' : 'inprogress';
};

export function presentQueueItem(row: QueueRow, planEnd: Date | null): QueueItem {
  const status = statusOf(row);
  return {
    _id: row.id,
    filename: row.name,
    status,
    progress: row.is_running ? (row.percent ?? 0) : null,
    reason: status === 'failed' ? row.failure_reason : null,
    createdAt: row.created_at.toISOString(),
    owner: { _id: row.owner_id, name: row.owner_name },
    size: Number(row.size_bytes),
    planExpiry: planEnd?.toISOString() ?? null,
    abilities: { reprocess: !row.has_job && status !== 'inprogress', skip: status === 'inprogress' },
  };
}

export const videosHead = (): string =>
  csvHead(['Media name', 'Status', 'Progress', 'Reason', 'Uploaded on', 'Ownership', 'Media size', 'Plan expiry']);

const STATUS_WORDS: Record<QueueStatus, string> = { inprogress: 'In progress', success: 'Success', failed: 'Failed' };

/** Sizes in bytes. */
export const videoCsvLine = (video: QueueItem): string =>
  csvLine(
    [
      video.filename,
      STATUS_WORDS[video.status],
      video.progress === null ? '' : `${video.progress}%`,
      video.reason ?? '',
      video.createdAt,
      video.owner.name,
      String(video.size),
      video.planExpiry ?? '',
    ].map(csvCell),
  );
