import { MEDIA_STATUS, type QueueItem, type QueueStatus } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import type { QueueRow } from './video-queue.read-model.ts';

const getQueueStatus = ({ has_job: hasJob, status }: QueueRow): QueueStatus => {
  if (!hasJob && status === MEDIA_STATUS.failed) return 'failed';
  return !hasJob && status >= MEDIA_STATUS.playable ? 'success' : 'inprogress';
};

export function presentQueueItem(row: QueueRow, planEnd: Date | null): QueueItem {
  const status = getQueueStatus(row);
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

export const videoCsvHead = (): string =>
  formatCsvHeader(['Media name', 'Status', 'Progress', 'Reason', 'Uploaded on', 'Ownership', 'Media size', 'Plan expiry']);

const STATUS_LABELS: Record<QueueStatus, string> = { inprogress: 'In progress', success: 'Success', failed: 'Failed' };

/** Sizes in bytes. */
export const videoCsvLine = (video: QueueItem): string =>
  formatCsvLine(
    [
      video.filename,
      STATUS_LABELS[video.status],
      video.progress === null ? '' : `${video.progress}%`,
      video.reason ?? '',
      video.createdAt,
      video.owner.name,
      String(video.size),
      video.planExpiry ?? '',
    ].map(formatCsvCell),
  );
