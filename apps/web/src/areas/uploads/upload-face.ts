import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { formatBytes, formatTimeLeft } from '../../lib/format.ts';
import type { UploadItem, UploadQueue } from './queue-state.ts';

/** How a file stands, in words. */
export interface UploadStatus {
  text: string;
  /** Percent; null for 'working, nobody knows how far'; absent for no bar. */
  bar?: number | null;
  tone?: 'good' | 'bad';
}

/** What the server has told of an uploaded file. */
export interface ProcessingState {
  media: Pick<Media, 'status' | 'failureReason'> | undefined;
  percent: number | null;
}

export function getUploadStatus(
  { state, size }: UploadItem,
  queue: Pick<UploadQueue, 'isPaused' | 'isOffline'>,
  processing: ProcessingState,
): UploadStatus {
  switch (state.is) {
    case 'missing':
      return { text: 'Choose this file again to continue', tone: 'bad' };
    case 'queued':
      return { text: getQueuedLabel(queue) };
    case 'checking':
      return { text: 'Checking', bar: null };
    case 'failed':
      return { text: state.reason, tone: 'bad' };
    case 'uploading':
      return { text: getUploadingLabel(state, size), bar: (state.sentBytes / size) * 100 };
    case 'uploaded':
      if (state.duplicateOf) return { text: 'Already in this album', tone: 'good' };
      return state.mediaId ? getProcessingStatus(processing) : { text: 'Done', tone: 'good' };
  }
}

function getQueuedLabel({ isPaused, isOffline }: Pick<UploadQueue, 'isPaused' | 'isOffline'>): string {
  if (isPaused) return 'Paused';
  return isOffline ? 'Waiting for connection' : 'Queued';
}

function getUploadingLabel({ sentBytes, bytesPerSecond }: { sentBytes: number; bytesPerSecond: number }, size: number): string {
  if (bytesPerSecond <= 0) return `Uploading, ${formatBytes(size)}`;
  return `Uploading, ${formatBytes(bytesPerSecond)}/s, ${formatTimeLeft((size - sentBytes) / bytesPerSecond)}`;
}

function getProcessingStatus({ media, percent }: ProcessingState): UploadStatus {
  if (media?.status === MEDIA_STATUS.failed) return { text: media.failureReason ?? 'Couldn’t process this file.', tone: 'bad' };
  if (media?.status === MEDIA_STATUS.playable) return { text: 'Ready to play in 720p', tone: 'good' };
  if (media && media.status >= MEDIA_STATUS.complete) return { text: 'Done', tone: 'good' };
  return { text: percent === null ? 'Processing' : `Processing, ${Math.round(percent)}%`, bar: percent };
}
